import { expect } from 'chai';
import { isolated } from '../src/language/forms.ts';

describe('isolated', () => {
  it('returns texts that are written from left to right as they are', () => {
    for (const text of ['Ada (1.0)!', '张伟', 'naïve – “Ωμέγα”', '😀', '']) expect(isolated(text)).to.equal(text);
    expect(isolated(3)).to.equal('3');
  });

  it('encloses texts that are written from right to left, and those that would turn the text after them', () => {
    for (const text of ['مرحبا', 'שלום 3', 'ޑޮޝް', '𞤀𞤁', 'exe.\u202Egpj', '\u2067open'])
      expect(isolated(text)).to.equal(`\u2068${text}\u2069`);
  });
});
