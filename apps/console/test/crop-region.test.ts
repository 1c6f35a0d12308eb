import { expect } from 'chai';
import { focusAt, movedFocus, positionInSquare } from '../src/screens/media/crop-region.ts';

describe('The focus of a picture', () => {
  it('stays within the picture, in whole per cent', () => {
    expect(focusAt(1.2, -0.1)).to.deep.equal({ x: 1, y: 0 });
    expect(focusAt(0.33333, 0.666666)).to.deep.equal({ x: 0.33, y: 0.67 });
  });

  it('is moved by arrow keys, with Shift in larger steps', () => {
    const middle = { x: 0.5, y: 0.5 };
    expect(movedFocus(middle, 'ArrowLeft', false)).to.deep.equal({ x: 0.49, y: 0.5 });
    expect(movedFocus(middle, 'ArrowDown', true)).to.deep.equal({ x: 0.5, y: 0.6 });
    expect(movedFocus({ x: 0, y: 0 }, 'ArrowUp', true)).to.deep.equal({ x: 0, y: 0 });
    expect(movedFocus(middle, 'Enter', false)).to.equal(undefined);
  });

  it('is in the middle of the square as far as the edges of the picture allow', () => {
    const wide = { width: 400, height: 100 };
    expect(positionInSquare({ x: 0.5, y: 0.9 }, wide)).to.equal('50.0% 50.0%');
    expect(positionInSquare({ x: 0.05, y: 0 }, wide)).to.equal('0.0% 50.0%');
    // The square begins at 250 of the 300 pixels by which it can be moved.
    expect(positionInSquare({ x: 0.75, y: 0 }, wide)).to.equal('83.3% 50.0%');
  });
});
