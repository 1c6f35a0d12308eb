import { expect } from 'chai';
import fc from 'fast-check';
import { refuseReservedName, userLimits } from '../src/accounts/user.ts';
import { checkUsername, usernameError, usernameKey } from '../src/names/username.ts';
import { anyCharacter, refusalKind, refusalOf, size } from './support.ts';

const { pattern } = userLimits.username;
/** No letter has a higher code point: the planes above it are not assigned or private. */
const lastLetter = 0x3_ffff;
/** Every letter is tested at full size, and otherwise one of seven, which includes every script. */
const step = size(10) === 10 ? 1 : 7;
const isInvisible = (text: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(text);

/**
 * Generates characters that the pattern allows, mostly from a few scripts, so that names mix scripts and contain the
 * same combining mark several times.
 */
const letters = fc.oneof(
  fc.constantFrom(...'adminrootsyeADMIN_.-09'),
  fc.constantFrom(...'аеіоѕуԁμονɑｍｉ𝐚ﬁǰςΣİ字かカㄅ한हि่ำ\u0301\u0307\u034f\u3164'),
  anyCharacter,
);
const names = fc.string({ unit: letters, minLength: 3, maxLength: 12 }).filter((name) => pattern.test(name));

describe('§2.2 user name', () => {
  const good: readonly string[] = [
    'Ada_L.99-x',
    '...',
    '123',
    'José',
    'Jose\u0301',
    'Nguyễn_Văn',
    'Нина2',
    'Ελένη',
    'Հայկ',
    'שלום',
    'أحمد٣',
    'हिन्दी',
    'தமிழ்',
    'คำแก้ว',
    'ພາສາລາວ',
    'မြန်မာ',
    'አማርኛ',
    'ქართული',
    '李小龙',
    'Li李',
    'さくらサクラ櫻Rose',
    '김Kim金',
    'ㄅㄆ李Bo',
    'ａｄａ',
    'ﬁona',
    'ᏣᎳᎩ',
    '𐌰𐌱𐌲',
  ];
  for (const name of good) {
    it(`may be ${name}`, () => {
      expect(name).to.match(pattern);
      expect(usernameError(name)).to.equal(undefined);
    });
  }

  const bad: readonly (readonly [what: string, name: string, message: RegExp])[] = [
    ['a combining grapheme joiner', 'ad\u034fmin', /invisible/],
    ['a variation selector', 'admin\ufe0f', /invisible/],
    ['a Hangul filler', 'admin\u115f', /invisible/],
    ['another Hangul filler', 'roo\u3164t', /invisible/],
    ['a half-width Hangul filler', 'ab\uffa0c', /invisible/],
    ['a zero-width joiner', 'क\u094d\u200dष', /invisible/],
    ['a ligature with spaces', 'abc\ufdfa', /consist of/],
    ['a mark before any letter', '\u0301abc', /mark/],
    ['one accent twice', 'jose\u0301\u0301', /mark/],
    ['one accent twice, once composed', 'jos\u00e9\u0301', /mark/],
    ['an enclosing mark', 'ad\u20ddmin', /mark/],
    ['Cyrillic in Latin', '\u0430dmin', /one script/],
    ['Greek in Latin', 'ad\u03bcin', /one script/],
    ['Armenian in Cyrillic', 'аԁмі\u0578', /one script/],
    ['mathematical Latin in Cyrillic', '𝐚дмин', /one script/],
    ['Cyrillic with Han', 'Нина李', /one script/],
    ['Kana with Hangul', 'さくら김', /one script/],
    ['Bopomofo with Kana', 'ㄅさくら', /one script/],
    ['digits of another script', 'ada٣', /one script/],
    ['digits of two scripts', '३٣३', /one script/],
  ];
  for (const [what, name, message] of bad) {
    it(`may not contain ${what}`, () => {
      expect(usernameError(name)).to.match(message);
      expect(refusalKind(() => checkUsername(name))).to.equal('username-unacceptable');
    });
  }

  it('is named as the invalid field in the error', () => {
    const { message, details } = refusalOf(() => checkUsername('ad\u034fmin')) ?? {};
    expect(message).to.match(/invisible/);
    expect(details).to.deep.equal([{ field: 'username', message }]);
  });

  it('may contain letters of every script that this runtime supports', () => {
    const refused: string[] = [];
    for (let point = 0; point <= lastLetter; point += step) {
      const letter = String.fromCodePoint(point);
      if (!/[\p{L}\p{Nd}]/u.test(letter) || isInvisible(letter) || !pattern.test(letter.normalize('NFKC'))) continue;
      if (usernameError(letter) !== undefined && !/^\p{M}/u.test(letter.normalize('NFKD'))) refused.push(letter);
    }
    expect(refused).to.deep.equal([]);
  });

  it('mixes Latin only with Han, Kana, Bopomofo and Hangul', () => {
    const mixed: string[] = [];
    for (let point = 0; point <= lastLetter; point += step) {
      const letter = String.fromCodePoint(point);
      const belongs = /[\p{scx=Latn}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Zyyy}]/u;
      if (!/\p{L}/u.test(letter) || belongs.test(letter.normalize('NFKC'))) continue;
      if (usernameError(`a${letter}`) === undefined) mixed.push(letter);
    }
    expect(mixed).to.deep.equal([]);
  });

  it('has no invisible characters, and is also valid in its NFKC and NFD forms', () => {
    fc.assert(
      fc.property(names, (name) => {
        if (usernameError(name) !== undefined) return;
        expect(isInvisible(name)).to.equal(false);
        expect(usernameError(name.normalize('NFKC'))).to.equal(undefined);
        expect(usernameError(name.normalize('NFD'))).to.equal(undefined);
      }),
      { numRuns: size(2000) },
    );
  });
});

describe('usernameKey', () => {
  const same: readonly (readonly [string, string, string])[] = [
    ['case', 'НИНА', 'нина'],
    ['composition', 'JOS\u00c9', 'jose\u0301'],
    ['width', 'ＡｄＡ', 'ada'],
    ['width of Kana', 'ｶﾞﾙ', 'ガル'],
    ['ligatures', 'ﬁona', 'fiona'],
    ['fonts', '𝐀𝑑𝒶', 'ada'],
    ['the small letters of a Greek sigma', 'νικος', 'ΝΙΚΟσ'],
  ];
  for (const [what, one, other] of same) {
    it(`is the same for two names that differ in ${what}`, () => {
      expect(usernameKey(one)).to.equal(usernameKey(other));
    });
  }

  it('differs for different names', () => {
    const different = ['ada', 'adá', 'ada.', 'ada_', 'аda', 'ad-a'];
    expect(new Set(different.map(usernameKey)).size).to.equal(different.length);
  });

  it('does not depend on composition, compatibility forms or case, and is idempotent', () => {
    const any = fc.oneof(names, fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(any, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (name, form) => {
        const key = usernameKey(name);
        expect(usernameKey(name.normalize(form))).to.equal(key);
        expect(usernameKey(name.toLowerCase())).to.equal(key);
        expect(usernameKey(key)).to.equal(key);
      }),
      { numRuns: size(2000) },
    );
  });
});

describe('§5.9 names that look like reserved ones', () => {
  const alike: Readonly<Record<string, string>> = {
    'Lisu for ADMIN': 'ꓮꓓꓟꓲꓠ',
    'Latin letters of other alphabets for admin': 'ɑɗɱɩɳ',
    'small l for the capital I of ADMIN': 'ADMlN',
    'rn for the m of admin': 'adrnin',
    'accents on admin': 'ádmîn',
    'a dotted capital for the i of admin': 'admİn',
    'full width for admin': 'ＡＤＭＩＮ',
    'mathematical letters for administrator': '𝐚𝐝𝐦𝐢𝐧𝐢𝐬𝐭𝐫𝐚𝐭𝐨𝐫',
    'Cyrillic for system': 'ѕуѕтем',
    'Cyrillic for root': 'гоот',
    'Lisu for SYSTEM': 'ꓢꓬꓢꓔꓰꓟ',
    'Cherokee for ROOT': 'ᎡᎾᎾᎢ',
  };
  for (const [what, name] of Object.entries(alike)) {
    it(`cannot be registered: ${what}`, () => {
      expect(refusalKind(() => refuseReservedName(name))).to.equal('administrator-registration');
    });
  }

  it('do not include names with other letters', () => {
    for (const name of ['адмін', 'система', 'корень', 'Roberto', 'systems', 'αδμιν', 'Ada', 'Yseult']) {
      expect(
        refusalKind(() => refuseReservedName(name)),
        name,
      ).to.equal(undefined);
    }
  });
});
