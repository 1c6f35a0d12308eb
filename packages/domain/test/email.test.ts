import { expect } from 'chai';
import fc from 'fast-check';
import { asciiLabels } from '../src/names/domain-name.ts';
import { checkEmail, emailError, emailKey } from '../src/names/email.ts';
import { decodePunycode } from '../src/names/punycode.ts';
import { caseKey } from '../src/names/text.ts';
import { anyCharacter, refusalKind, refusalOf } from './support.ts';

describe('§2.2 e-mail address', () => {
  const good: readonly string[] = [
    'ada@example.com',
    "Ada.L+tag_x-'1'@Example.COM",
    '"ada..l"@example.com',
    'ada@localhost',
    'josé@bücher.de',
    '用户@例子.测试',
    '用户@例子。测试',
    'нина@почта.рф',
    'ada@日本語カナabc.jp',
    'ada@ｅｘａｍｐｌｅ.com',
    'ada@straße.de',
    'ada@xn--bcher-kva.de',
    'ıııı@example.com',
    'ａｄａ@example.com',
    'ada@1.example.com',
  ];
  for (const email of good) {
    it(`may be ${email}`, () => expect(emailError(email)).to.equal(undefined));
  }

  const bad: readonly (readonly [what: string, email: string, message: RegExp])[] = [
    ['a zero-width space', 'a\u200bda@example.com', /invisible/],
    ['a zero-width space in the domain', 'ada@exam\u200bple.com', /invisible/],
    ['a zero-width joiner in the domain', 'ada@exam\u200dple.com', /invisible/],
    ['a soft hyphen', 'ada@exam\u00adple.com', /invisible/],
    ['a byte order mark', '\ufeffada@example.com', /invisible/],
    ['a right-to-left override', 'ada\u202e@example.com', /invisible/],
    ['a variation selector', 'ada\ufe0f@example.com', /invisible/],
    ['a Hangul filler', 'ada\u3164@example.com', /invisible/],
    ['an empty Braille pattern', 'ada\u2800@example.com', /invisible/],
    ['a control character', 'ada\u0007@example.com', /invisible/],
    ['a space', 'a da@example.com', /spaces/],
    ['an ideographic space', 'a\u3000da@example.com', /spaces/],
    ['no @', 'example.com', /before the @/],
    ['nothing before the @', '@example.com', /before the @/],
    ['two dots in a row', 'a..da@example.com', /before the @/],
    ['a part of 65 bytes before the @', `${'é'.repeat(32)}x@example.com`, /before the @/],
    ['no domain', 'ada@', /domain/],
    ['an empty label', 'ada@example..com', /domain/],
    ['a dot at the end', 'ada@example.com.', /domain/],
    ['an IP address', 'ada@127.0.0.1', /domain/],
    ['an IP address in brackets', 'ada@[127.0.0.1]', /domain/],
    ['a port', 'ada@example.com:25', /domain/],
    ['a path', 'ada@example.com/x', /domain/],
    ['a percent sign', 'ada@ex%61mple.com', /domain/],
    ['a full-width percent sign', 'ada@ex％61mple.com', /domain/],
    ['a care-of sign', 'ada@℀.com', /domain/],
    ['an underscore', 'ada@ex_ample.com', /domain/],
    ['a hyphen at the beginning of a label', 'ada@-a.com', /domain/],
    ['a label of 64 characters', `ada@${'a'.repeat(64)}.com`, /domain/],
    ['broken Punycode', 'ada@xn--a.com', /domain/],
    ['Cyrillic among Latin letters', 'ada@g\u043e\u043egle.com', /script/],
    ['the same label in Punycode', 'ada@xn--ggle-55da.com', /script/],
    ['Greek among Latin letters', 'ada@exampl\u03b5.com', /script/],
    ['a hyphen beyond ASCII in a label', 'ada@my\u2010shop.com', /letters/],
    ['a hyphen beyond ASCII in Punycode', 'ada@xn--myshop-cg0c.com', /letters/],
    ['a symbol in a label', 'ada@my\u2044shop.com', /letters/],
  ];
  for (const [what, email, message] of bad) {
    it(`must not have ${what}`, () => {
      expect(emailError(email)).to.match(message);
      expect(refusalKind(() => checkEmail(email))).to.equal('email-unacceptable');
      expect(refusalOf(() => checkEmail(email))?.details).to.deep.equal([
        { field: 'email', message: emailError(email) },
      ]);
    });
  }
});

describe('The key of an e-mail address', () => {
  const same: readonly (readonly [string, string])[] = [
    ['ADA@EXAMPLE.COM', 'ada@example.com'],
    ['ａｄａ@example.com', 'ada@example.com'],
    ['ada@ｅｘａｍｐｌｅ．com', 'ada@example.com'],
    ['ada@ⓔxample.com', 'ada@example.com'],
    ['ada@例子。测试', 'ada@xn--fsqu00a.xn--0zwm56d'],
    ['ada@BÜCHER.de', 'ada@xn--bcher-kva.de'],
    ['ada@bu\u0308cher.de', 'ada@xn--bcher-kva.de'],
    ['vıctım@example.com', 'victim@example.com'],
    ['VİCTİM@example.com', 'victim@example.com'],
    ['STRASSE@example.com', 'stra\u00dfe@example.com'],
    ['STRA\u1e9eE@example.com', 'stra\u00dfe@example.com'],
    ['ΝΙΚΟΣ@example.com', 'νικος@example.com'],
    ['\ufb01ona@example.com', 'fiona@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
  ];
  for (const [one, other] of same) {
    it(`is the same for ${one} and ${other}`, () => expect(emailKey(one)).to.equal(emailKey(other)));
  }

  const different: readonly (readonly [string, string])[] = [
    ['ada@example.com', 'ada@example.org'],
    ['ada@straße.de', 'ada@strasse.de'],
    ['ada@gıthub.com', 'ada@github.com'],
    ['ada.l@example.com', 'adal@example.com'],
    ['josé@example.com', 'jose@example.com'],
  ];
  for (const [one, other] of different) {
    it(`differs for ${one} and ${other}`, () => expect(emailKey(one)).not.to.equal(emailKey(other)));
  }

  it('is the address in lower case if the address is ASCII', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(emailKey(email)).to.equal(caseKey(email));
      }),
    );
  });

  it('does not depend on the case, and is the key of itself', () => {
    const letters = fc.oneof(fc.constantFrom(...'aıİiΣςσßẞŉΐᾳᾼﬁǰ\u0307\u0301字ａＡ'), anyCharacter);
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (text) => {
        const localPart = text.normalize('NFKD');
        const key = emailKey(`${localPart}@example.com`);
        expect(emailKey(key)).to.equal(key);
        expect(emailKey(`${localPart.toLowerCase()}@example.com`)).to.equal(key);
        expect(emailKey(`${localPart.toUpperCase()}@example.com`)).to.equal(key);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('decodePunycode', () => {
  it('decodes what a conversion to ASCII has encoded', () => {
    let encoded = 0;
    const words = fc.string({ unit: fc.constantFrom(...'aé字例ж가קbz9'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, (word) => {
        const [label = ''] = asciiLabels(`${word}.com`) ?? [];
        if (!label.startsWith('xn--')) return;
        encoded += 1;
        expect(decodePunycode(label.slice(4))).to.equal(word);
      }),
      { numRuns: 2000 },
    );
    expect(encoded).to.be.above(1000);
  });

  it('decodes the examples of RFC 3492', () => {
    expect(decodePunycode('ihqwcrb4cv8a8dqg056pqjye')).to.equal('他们为什么不说中文');
    expect(decodePunycode('3b-ww4c5e180e575a65lsy2b')).to.equal('3年b組金八先生');
  });

  it('returns undefined for a text that is not Punycode', () => {
    for (const text of ['9', '99999999', 'zzzzzzzzzzz']) expect(decodePunycode(text), text).to.equal(undefined);
  });
});
