import { expect } from 'chai';
import fc from 'fast-check';
import { mergedText, placesOf } from '../src/forms/merge-places.ts';

const base = 'One\n\nTwo\n\nThree\n\nFour\n';

describe('placesOf', () => {
  it('returns a choice for each paragraph that differs, and says who has changed it', () => {
    const places = placesOf(base, base.replace('One', 'Eins'), base.replace('Three', 'Drei'));
    expect(places).to.deep.equal([
      { kind: 'choice', mine: 'Eins\n\n', theirs: 'One\n\n', isMine: true },
      { kind: 'same', text: 'Two\n\n' },
      { kind: 'choice', mine: 'Three\n\n', theirs: 'Drei\n\n', isMine: false },
      { kind: 'same', text: 'Four\n' },
    ]);
    expect(mergedText(places, new Set([0]))).to.equal(base.replace('One', 'Eins').replace('Three', 'Drei'));
  });

  it('returns one choice for a paragraph that both have changed, and none for the same change', () => {
    expect(placesOf('A\n\nB\n', 'A\n\nC\n', 'A\n\nD\n')).to.deep.equal([
      { kind: 'same', text: 'A\n\n' },
      { kind: 'choice', mine: 'C\n', theirs: 'D\n', isMine: true },
    ]);
    expect(placesOf('A\n\nB\n', 'A\n\nC\n', 'A\n\nC\n')).to.deep.equal([{ kind: 'same', text: 'A\n\nC\n' }]);
  });

  it('returns a choice for each of several changed paragraphs that follow each other', () => {
    const mine = base.replace('Three', 'Drei').replace('Four', 'Vier');
    const theirs = base.replace('Four', 'Quatre');
    expect(placesOf(base, mine, theirs).slice(1)).to.deep.equal([
      { kind: 'choice', mine: 'Drei\n\n', theirs: 'Three\n\n', isMine: true },
      { kind: 'choice', mine: 'Vier\n', theirs: 'Quatre\n', isMine: true },
    ]);
  });

  it('loses nothing: all choices of one side give the text of this side', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '  ', 'd\ne')).map((parts) => parts.join('\n\n'));
    fc.assert(
      fc.property(text, text, text, (before, mine, theirs) => {
        const places = placesOf(before, mine, theirs);
        expect(mergedText(places, new Set(places.keys()))).to.equal(mine);
        expect(mergedText(places, new Set())).to.equal(theirs);
      }),
    );
  });
});
