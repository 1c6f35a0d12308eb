import { expect } from 'chai';
import { accentColours } from '../src/config/accent.ts';

describe('accentColours', () => {
  it('returns the accent for both themes, lighter in the dark one', () => {
    const { accent, onAccent } = accentColours('#7a1fa2') ?? expect.fail('The colour was refused.');
    expect(accent[0]).to.equal('#7a1fa2');
    const brightness = (text: string): number => Number.parseInt(text.slice(1, 3), 16);
    expect(brightness(accent[1])).to.be.greaterThan(0x7a);
    expect(onAccent[0]).to.equal('#ffffff');
  });

  it('refuses colours that cannot be read on white, and texts that are no colours', () => {
    for (const text of ['#ffee00', '#ff9900', '#cccccc', 'red', '#12345', '#2455c3;}']) {
      expect(accentColours(text), text).to.equal(undefined);
    }
  });

  it('finds a readable shade of every dark colour', () => {
    for (const text of ['#000000', '#00007f', '#2455c3', '#7f0000', '#005500']) {
      expect(accentColours(text), text).not.to.equal(undefined);
    }
  });
});
