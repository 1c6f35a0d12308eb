import { expect } from 'chai';
import fc from 'fast-check';
import {
  attributesOfFilter,
  changedAttributes,
  hasAttributes,
  isSameAttributes,
  readableAttributes,
  valueError,
  withReadableAttributes,
  type AttributeValue,
} from '../src/conditions/attribute-values.ts';
import { attributeTypes, type AttributeDeclaration } from '../src/conditions/user-attribute.ts';
import { userEvents } from '../src/accounts/user.ts';
import { isOneLine, trimmedNfc } from '../src/names/text.ts';
import { declaration, placesOf } from './support.ts';

describe('attributes of users', () => {
  const valid: Readonly<Record<AttributeDeclaration['type'], readonly unknown[]>> = {
    string: ['a', '😀'.repeat(128)],
    number: [0, -0.5, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    boolean: [true, false],
    'string[]': [[], ['a', 'b'], Array.from({ length: 20 }, (_, index) => `${index}`)],
  };
  const invalid: readonly unknown[] = [
    '',
    'a\0b',
    '\ud800',
    'x'.repeat(129),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    -(2 ** 53),
    1e300,
    {},
    [1],
    ['a', 'a'],
    [''],
    ['\udc00'],
    [null],
    Array.from({ length: 21 }, (_, index) => `${index}`),
  ];
  /** Any value that JSON can contain, although the types do not allow it. */
  const change = (value: unknown) => ({ department: value as AttributeValue });

  it('accepts values of the declared type only', () => {
    for (const type of attributeTypes)
      for (const [other, values] of Object.entries({ ...valid, none: invalid }))
        for (const value of values) {
          const places = placesOf(() => changedAttributes([declaration({ type })], {}, change(value), 'admin'));
          expect(places, `${type} ${JSON.stringify(value)}`).to.deep.equal(
            other === type ? [] : ['attributes.department'],
          );
        }
  });

  it('says what is wrong with a value', () => {
    const told: readonly (readonly [AttributeDeclaration['type'], unknown, string])[] = [
      ['string', 1, 'This must be a text.'],
      ['string', '', 'This must have 1 to 128 characters.'],
      ['string', 'a\0b', 'This must not contain control characters, line breaks or direction marks.'],
      ['string', 'c', 'This is not one of the allowed values.'],
      ['number', '1', 'This must be a number.'],
      ['number', 2 ** 53, 'This must be a number from -(2^53 - 1) to 2^53 - 1.'],
      ['boolean', 'true', 'This must be true or false.'],
      ['string[]', 'a', 'This must be a list of texts.'],
      ['string[]', Array.from({ length: 21 }, () => 'a'), 'This must have at most 20 texts.'],
      ['string[]', ['a', 'a'], 'The same text must not occur twice.'],
      ['string[]', ['a', 'c'], 'This is not one of the allowed values.'],
    ];
    for (const [type, value, message] of told)
      expect(valueError(declaration({ type, values: ['a', 'b'] }), value), message).to.equal(message);
  });

  it('stores texts in NFC without white space at their ends', () => {
    const declarations = [
      declaration({ name: 'one', type: 'string', values: ['Caf\u00e9'] }),
      declaration({ name: 'many', type: 'string[]' }),
    ];
    const sent = { one: ' Cafe\u0301 ', many: ['e\u0301 ', 'b'] };
    expect(changedAttributes(declarations, {}, sent, 'self')).to.deep.equal({
      one: 'Caf\u00e9',
      many: ['\u00e9', 'b'],
    });
    const repeated = { many: ['e\u0301', '\u00e9'] };
    expect(placesOf(() => changedAttributes(declarations, {}, repeated, 'self'))).to.deep.equal(['attributes.many']);
  });

  it('accepts only allowed values, in a list too', () => {
    const refused = (type: 'string' | 'string[]', value: AttributeValue) =>
      placesOf(() => changedAttributes([declaration({ type, values: ['a', 'b'] })], {}, change(value), 'admin')).length;
    expect([refused('string', 'a'), refused('string', 'A'), refused('string[]', ['b', 'a'])]).to.deep.equal([0, 1, 0]);
    expect([refused('string[]', ['a', 'c']), refused('string[]', [])]).to.deep.equal([1, 0]);
  });

  it('lets users change what they can write, and does not tell them what they cannot read', () => {
    const declarations = [
      declaration({ name: 'own' }),
      declaration({ name: 'shown', writableBy: 'admin' }),
      declaration({ name: 'hidden', readableBy: 'admin', writableBy: 'admin' }),
    ];
    const stored = { shown: 'a', hidden: 'b' };
    const by = (writer: 'self' | 'admin', changed: Readonly<Record<string, AttributeValue | null>>) =>
      changedAttributes(declarations, stored, changed, writer);
    expect(by('self', { own: 'x' })).to.deep.equal({ ...stored, own: 'x' });
    expect(by('admin', { own: 'x', shown: null, hidden: 'c' })).to.deep.equal({ own: 'x', hidden: 'c' });
    for (const name of ['shown', 'hidden', 'unknown', 'toString', '__proto__'])
      expect(placesOf(() => by('self', JSON.parse(`{"${name}":null}`)))).to.deep.equal([`attributes.${name}`]);
    expect(() => by('self', { hidden: 'x' })).to.throw('There is no such attribute.');
    expect(() => by('self', { shown: 'x' })).to.throw('Only administrators');
    expect(readableAttributes(stored, declarations)).to.deep.equal({ shown: 'a' });
  });

  it('finds users by the text of each of their values', () => {
    const declarations = attributeTypes.map((type) => declaration({ name: type.replace('[]', 's'), type }));
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((each) => each === trimmedNfc(each) && isOneLine(each));
    const attributes = fc.record(
      {
        string: text,
        number: fc.double({ noNaN: true, min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
        boolean: fc.boolean(),
        strings: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(attributes, (held) => {
        for (const [name, value] of Object.entries(held))
          for (const each of [value].flat()) {
            const wanted = attributesOfFilter(declarations, { [name]: String(each) });
            expect(hasAttributes(held, wanted), `${name} ${each}`).to.equal(true);
            expect(hasAttributes({ ...held, [name]: [] }, wanted)).to.equal(false);
          }
      }),
      { numRuns: 200 },
    );
    for (const [name, value] of [
      ['none', 'x'],
      ['number', 'x'],
      ['number', ' '],
      ['boolean', 'TRUE'],
      ['string', 'x'.repeat(129)],
    ] as const)
      expect(placesOf(() => attributesOfFilter(declarations, { [name]: value }))).to.deep.equal([`attributes.${name}`]);
  });

  it('finds only users who have all texts of a list, and the text of a boolean as a text', () => {
    const wanted = { regions: ['a', 'b'] };
    expect([
      hasAttributes({ regions: ['b', 'c', 'a'] }, wanted),
      hasAttributes({ regions: ['a'] }, wanted),
    ]).to.deep.equal([true, false]);
    expect(attributesOfFilter([declaration()], { department: 'true' })).to.deep.equal({ department: 'true' });
  });

  it('are the same whatever their order, but not with other values', () => {
    expect(isSameAttributes({ a: 1, b: ['x'] }, { b: ['x'], a: 1 })).to.equal(true);
    expect(isSameAttributes({ a: 1 }, { a: 2 })).to.equal(false);
    expect(isSameAttributes({ a: 1 }, {})).to.equal(false);
  });

  it('of an event are shown only if their user can read them', () => {
    const declarations = [declaration({ name: 'shown' }), declaration({ name: 'hidden', readableBy: 'admin' })];
    const nickName = { before: 'a', after: 'b' };
    const shownOf = (before: object | null, after: object | null, type = 'user') =>
      withReadableAttributes({ subject: { type }, changes: { nickName, attributes: { before, after } } }, declarations);
    const event = { subject: { type: 'user' } };
    expect(shownOf({ shown: 1, hidden: 2 }, { shown: 3, hidden: 4 })).to.deep.equal({
      ...event,
      changes: { nickName, attributes: { before: { shown: 1 }, after: { shown: 3 } } },
    });
    expect(shownOf({ shown: 1, hidden: 2 }, { shown: 1 })).to.deep.equal({ ...event, changes: { nickName } });
    expect(shownOf(null, { shown: 1, hidden: 2 })).to.deep.equal({
      ...event,
      changes: { nickName, attributes: { before: null, after: { shown: 1 } } },
    });
    expect(shownOf({ shown: 1, hidden: 2 }, null)).to.deep.equal({
      ...event,
      changes: { nickName, attributes: { before: { shown: 1 }, after: null } },
    });
    const others = { before: { hidden: 1 }, after: { hidden: 2 } };
    expect(shownOf(others.before, others.after, 'userAttributes').changes).to.deep.equal({
      nickName,
      attributes: others,
    });
    expect(withReadableAttributes({ ...event, changes: { nickName } }, declarations).changes).to.deep.equal({
      nickName,
    });
  });

  it('records only the attributes that differ, whatever their order', () => {
    const changes = (before: object, after: object) =>
      userEvents.updated.changesOf(...([{ attributes: before }, { attributes: after }] as unknown as [never, never]));
    expect(changes({ a: 1, b: ['x', 'y'] }, { b: ['x', 'y'], a: 1 })).to.deep.equal({});
    expect(changes({ a: 1, b: ['x', 'y'], c: 1 }, { d: true, b: ['y', 'x'], a: 1 })).to.deep.equal({
      attributes: { before: { b: ['x', 'y'], c: 1 }, after: { d: true, b: ['y', 'x'] } },
    });
  });
});
