import { expect } from 'chai';
import fc from 'fast-check';
import { caseKey, isMultiLine, isOneLine, trimmedNfc } from '../src/names/text.ts';
import { anyCharacter } from './support.ts';

describe('a text of one line', () => {
  const refused = [
    '\n',
    '\r',
    '\t',
    '\0',
    '\u001b',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
  ];

  it('has no control characters, line breaks or direction marks', () => {
    for (const character of refused) expect(isOneLine(`a${character}b`), JSON.stringify(character)).to.equal(false);
    for (const text of ['', 'a b', '中文 — é', 'می\u200cخواهم', '👩\u200d💻'])
      expect(isOneLine(text), text).to.equal(true);
  });

  it('may have line breaks, but none of the others, if it is a description', () => {
    const accepted = refused.filter((character) => isMultiLine(`a${character}b`));
    expect(accepted).to.deep.equal(['\n', '\r']);
  });

  it('is stored in NFC without white space at its ends', () => {
    expect(trimmedNfc('\u3000 Cafe\u0301\n')).to.equal('Caf\u00e9');
  });
});

describe('caseKey', () => {
  const same: readonly [string, string, string][] = [
    ['case', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['case in other scripts', 'НИНА', 'нина'],
    ['composition', 'Jos\u00e9', 'Jose\u0301'],
    ['both', 'JOS\u00c9', 'jose\u0301'],
    ['both, for a letter that has a composed form in lower case only', 'J\u030cna', '\u01f0na'],
  ];
  for (const [what, one, other] of same) {
    it(`§2.2 is the same for two names that differ in ${what}`, () => {
      expect(caseKey(one)).to.equal(caseKey(other));
    });
  }

  it('§2.2 differs for different names', () => {
    const names = ['ada', 'adá', 'ada ', 'ada.', 'ada_', 'аda'];
    expect(new Set(names.map(caseKey)).size).to.equal(names.length);
  });

  it('does not depend on composition or case, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const key = caseKey(text);
        expect(caseKey(text.normalize('NFD'))).to.equal(key);
        expect(caseKey(text.normalize('NFC'))).to.equal(key);
        expect(caseKey(text.toLowerCase())).to.equal(key);
        expect(caseKey(key)).to.equal(key);
      }),
      { numRuns: 1000 },
    );
  });
});
