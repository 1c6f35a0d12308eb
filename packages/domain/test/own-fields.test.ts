import { expect } from 'chai';
import {
  asText,
  bytesOf,
  comparedValue,
  fieldTypes,
  htmlNames,
  kindOf,
  onDeleteOf,
  storedValue,
  uniqueKey,
  type OwnField,
  type OwnFields,
} from '../src/own-fields.ts';
import type { AttributeType } from '../src/conditions/condition-attributes.ts';
import {
  newValues,
  ownResource,
  requireRules,
  storedValues,
  uniqueKeyOf,
  type OwnDefinition,
} from '../src/own-resource.ts';
import { declareRefusal } from '../src/shared/errors.ts';
import { anId, refusalOf } from './support.ts';

const price: OwnField = { type: 'decimal', precision: 6, scale: 2 };

describe('storedValue', () => {
  it('returns a decimal with all its digits after the point', () => {
    const stored = ['1', '-1.5', '-0.5', '0', '-0', '-0.00', '12.34'].map((text) => storedValue(price, text));
    expect(stored).to.deep.equal(['1.00', '-1.50', '-0.50', '0.00', '0.00', '0.00', '12.34']);
    expect(storedValue({ type: 'decimal', precision: 3, scale: 0 }, '-0')).to.equal('0');
  });

  it('returns JSON with the keys in the order of the database: the shorter first, at every level', () => {
    const value = storedValue({ type: 'json' }, { bb: [{ z: 1, é: 2, a: 3 }], a: null });
    expect(JSON.stringify(value)).to.equal('{"a":null,"bb":[{"a":3,"z":1,"é":2}]}');
  });

  it('returns times as instants, ids in lower case, and each id of a list once', () => {
    expect(storedValue({ type: 'time' }, '2026-11-29T08:00:00+0800')).to.deep.equal(new Date('2026-11-29T00:00:00Z'));
    expect(storedValue({ type: 'time' }, '2026-11-29T08:00+08')).to.deep.equal(new Date('2026-11-29T00:00:00Z'));
    const id = 'abcdef00-0000-4000-9000-000000000001';
    expect(storedValue({ type: 'file' }, id.toUpperCase())).to.equal(id);
    expect(storedValue({ type: 'reference', to: 'tag' }, id.toUpperCase())).to.equal(id);
    expect(storedValue({ type: 'references', to: 'tag' }, [id, id.toUpperCase()])).to.deep.equal([id]);
    expect(storedValue({ type: 'date' }, null)).to.equal(null);
  });

  it('keeps a value that it cannot convert, for a validator to refuse', () => {
    const now = new Date();
    expect(storedValue({ type: 'json' }, now)).to.equal(now);
    expect(storedValue({ type: 'references', to: 'tag' }, 'x')).to.equal('x');
    expect(storedValue({ type: 'time' }, 'x')).to.be.a('date');
    expect(storedValue(price, 5)).to.equal(5);
  });
});

describe('asText', () => {
  it('returns JSON for objects and lists, and an empty text for a missing value', () => {
    expect([{ a: 1 }, ['a'], null, undefined, 7].map(asText)).to.deep.equal(['{"a":1}', '["a"]', '', '', '7']);
  });
});

describe('kindOf', () => {
  const textKind: AttributeType = { kind: 'string' };
  const kinds: readonly (readonly [OwnField, AttributeType | undefined, 'language' | 'value' | undefined, number])[] = [
    [{ type: 'text', max: 10 }, textKind, 'language', 40],
    [{ type: 'markdown' }, undefined, undefined, 800_000],
    [{ type: 'markdown', max: 10 }, undefined, undefined, 80],
    [{ type: 'integer' }, { kind: 'number' }, 'value', 10],
    [price, { kind: 'number' }, 'value', 8],
    [{ type: 'flag' }, { kind: 'boolean' }, undefined, 5],
    [{ type: 'choice', values: ['A'] }, { kind: 'string', values: ['A'] }, 'value', 100],
    [{ type: 'date' }, { kind: 'day' }, 'value', 10],
    [{ type: 'time' }, { kind: 'time' }, 'value', 30],
    [{ type: 'json' }, undefined, undefined, 65_536],
    [{ type: 'list', of: { type: 'text', max: 10 }, maxItems: 5 }, { kind: 'string[]' }, undefined, 200],
    [{ type: 'list', of: { type: 'integer' } }, { kind: 'number[]' }, undefined, 1000],
    [
      { type: 'list', of: { type: 'choice', values: ['A'] }, maxItems: 2 },
      { kind: 'string[]', values: ['A'] },
      undefined,
      200,
    ],
    [{ type: 'email' }, textKind, 'language', 1016],
    [{ type: 'url' }, textKind, 'language', 8000],
    [{ type: 'reference', to: 'user' }, { kind: 'id' }, undefined, 40],
    [{ type: 'reference', to: 'category' }, { kind: 'category' }, undefined, 40],
    [{ type: 'references', to: 'tag' }, { kind: 'id[]' }, undefined, 4000],
    [{ type: 'references', to: 'tag', maxItems: 3 }, { kind: 'id[]' }, undefined, 120],
    [{ type: 'file' }, { kind: 'id' }, undefined, 40],
  ];
  for (const [field, attribute, order, bytes] of kinds)
    it(`says how ${JSON.stringify(field)} is compared and sorted, and how large its values are`, () => {
      const kind = kindOf(field);
      expect([kind.attribute, kind.order, kind.bytes]).to.deep.equal([attribute, order, bytes]);
    });

  it('has a row for each type of field above', () => {
    expect([...new Set(kinds.map(([{ type }]) => type))].toSorted()).to.deep.equal(fieldTypes.toSorted());
  });
});

describe('bytesOf', () => {
  it('is the sum of the sizes of all fields', () => {
    expect(bytesOf({ name: { type: 'text', max: 10 }, isPaid: { type: 'flag' }, at: { type: 'time' } })).to.equal(75);
    expect(bytesOf({})).to.equal(0);
  });
});

describe('htmlNames', () => {
  it('names the HTML of each Markdown, and of no other text', () => {
    const names = htmlNames({ name: { type: 'text', max: 9 }, body: { type: 'markdown' }, note: { type: 'markdown' } });
    expect([...names]).to.deep.equal([
      ['body', 'bodyHtml'],
      ['note', 'noteHtml'],
    ]);
  });
});

describe('onDeleteOf', () => {
  it('refuses a deletion unless the field says otherwise', () => {
    const fields: readonly OwnField[] = [
      { type: 'reference', to: 'tag' },
      { type: 'references', to: 'tag', onDelete: 'clear' },
      { type: 'file', onDelete: 'remove' },
      { type: 'flag' },
    ];
    expect(fields.map(onDeleteOf)).to.deep.equal(['refuse', 'clear', 'remove', 'refuse']);
  });
});

describe('uniqueKey', () => {
  it('is the instant of a time, and null for a missing value', () => {
    const at = new Date('2026-11-29T00:00:00Z');
    const keys = [uniqueKey({ type: 'time' }, at), uniqueKey(price, null), uniqueKey(price, undefined)];
    expect(keys).to.deep.equal([at.toISOString(), null, null]);
  });
});

describe('comparedValue', () => {
  it('returns a decimal as a number, and nothing for what conditions cannot compare', () => {
    expect(comparedValue(price, '12.50')).to.equal(12.5);
    expect([comparedValue({ type: 'json' }, { a: 1 }), comparedValue(price, null)]).to.deep.equal([null, null]);
    expect(comparedValue({ type: 'text', max: 9 }, { a: 1 })).to.equal(null);
    expect([comparedValue({ type: 'markdown' }, 'a'), comparedValue({ type: 'json' }, ['a'])]).to.deep.equal([
      null,
      null,
    ]);
  });

  it('returns times as they are, and the values of lists that are not missing', () => {
    const at = new Date();
    expect(comparedValue({ type: 'time' }, at)).to.equal(at);
    const list: OwnField = { type: 'list', of: { type: 'text', max: 9 } };
    expect(comparedValue(list, ['a', null, 'b'])).to.deep.equal(['a', 'b']);
  });
});

const fields: OwnFields = {
  name: { type: 'text', max: 10 },
  region: { type: 'choice', values: ['A', 'a'], optional: true },
  day: { type: 'date', default: 'now' },
  at: { type: 'time', default: 'now' },
  owner: { type: 'reference', to: 'user', default: 'caller', fixed: true, optional: true },
  tags: { type: 'references', to: 'tag' },
  size: { type: 'integer', default: 3 },
};

describe('uniqueKeyOf', () => {
  it('ignores case in texts but not in choices, and is undefined if a value is missing', () => {
    const key = (name: string, region: string | null) => uniqueKeyOf(fields, ['name', 'region'], { name, region });
    expect(key('Blue', 'A')).to.equal(key('bLUE', 'A'));
    expect(key('Blue', 'A')).not.to.equal(key('Blue', 'a'));
    expect(key('Blue', null)).to.equal(undefined);
    expect(uniqueKeyOf(fields, ['none'], { none: 'x' })).to.equal(undefined);
  });
});

describe('newValues', () => {
  it('has the defaults of the fields that a request lacks', () => {
    const [id, now] = [anId<'User'>(2), new Date('2026-11-29T23:30:00Z')];
    expect(newValues(fields, { name: 'x', size: 4 }, { id }, now)).to.deep.equal({
      name: 'x',
      region: null,
      day: '2026-11-29',
      at: now,
      owner: id,
      tags: [],
      size: 4,
    });
  });

  it('has the default that a field names, and null for a field without one', () => {
    const dates: OwnFields = {
      day: { type: 'date', default: '2026-01-31' },
      due: { type: 'date', optional: true },
      at: { type: 'time', optional: true },
      tag: { type: 'reference', to: 'tag', optional: true },
      code: { type: 'text', max: 9, default: 'caller' },
      start: { type: 'text', max: 9, default: 'now' },
    };
    expect(newValues(dates, {}, { id: anId(2) }, new Date())).to.deep.equal({
      day: '2026-01-31',
      due: null,
      at: null,
      tag: null,
      code: 'caller',
      start: 'now',
    });
  });
});

describe('storedValues', () => {
  it('keeps values that belong to no field', () => {
    expect(storedValues(fields, { at: '2026-11-29T00:00:00Z', none: 'x' })).to.deep.equal({
      at: new Date('2026-11-29T00:00:00Z'),
      none: 'x',
    });
  });
});

describe('requireRules', () => {
  const closed = declareRefusal('acme-note-closed', { status: 409 });
  const notes = () =>
    ownResource('acme.note', 'acme.notes', {
      fields,
      namedBy: 'name',
      rules: [
        ({ size, name }) => (size === 0 ? [{ field: 'size', message: `${asText(name)} needs a size` }] : undefined),
        (_draft, stored) => (stored?.['size'] === 9 ? { refusal: closed, message: 'It is closed.' } : []),
      ],
    });
  const at = new Date(0);
  const stored = { id: anId(3), version: 1, createdAt: at, updatedAt: at, name: 'x', owner: null, size: 1 };

  it('collects the errors of all rules, and of fields that are set once', () => {
    requireRules(notes(), { name: 'x', size: 1 }, undefined);
    requireRules(notes(), { ...stored, owner: anId(4) }, stored);
    const before = { ...stored, owner: anId(5) };
    requireRules(notes(), { ...before, size: 2 }, before);
    const error = refusalOf(() => requireRules(notes(), { ...before, owner: null, size: 0 }, before));
    expect(error?.refusal).to.equal('acme-note-unacceptable');
    expect(error?.details).to.deep.equal([
      { field: 'owner', message: 'owner cannot be changed' },
      { field: 'size', message: 'x needs a size' },
    ]);
  });

  it('throws the refusal that a rule returns', () => {
    expect(refusalOf(() => requireRules(notes(), stored, { ...stored, size: 9 }))?.refusal).to.equal(closed);
  });

  it('accepts a fixed value whose keys have another order, because the database does not preserve it', () => {
    const options = { type: 'json', fixed: true } as const;
    const resource = ownResource('acme.note', 'acme.notes', { fields: { ...fields, options }, namedBy: 'name' });
    const before = { ...stored, options: { a: 1, bb: { c: 2, d: 3 } } };
    requireRules(resource, { ...before, options: { bb: { d: 3, c: 2 }, a: 1 } }, before);
    const error = refusalOf(() => requireRules(resource, { ...before, options: { a: 2 } }, before));
    expect(error?.details).to.deep.equal([{ field: 'options', message: 'options cannot be changed' }]);
  });
});

describe('The fields of a resource', () => {
  const define =
    (further: OwnFields, rest: Partial<OwnDefinition> = {}) =>
    () =>
      ownResource('acme.x', 'acme.xs', {
        fields: { name: { type: 'text', max: 9 }, ...further },
        namedBy: 'name',
        ...rest,
      });
  for (const [title, definition, message] of [
    [
      'a required reference is to be cleared',
      { owner: { type: 'reference', to: 'user', onDelete: 'clear' } },
      /must be optional/,
    ],
    ['the caller is no user', { tag: { type: 'reference', to: 'tag', default: 'caller' } }, /must refer to users/],
    ['a decimal has too many digits', { price: { type: 'decimal', precision: 31, scale: 2 } }, /at most 30 digits/],
    [
      'the HTML of Markdown has the name of a field',
      { a: { type: 'markdown' }, aHtml: { type: 'flag' } },
      /name of the HTML/,
    ],
    ['a decimal has no digits', { price: { type: 'decimal', precision: 0, scale: 0 } }, /at most 30 digits/],
    ['a decimal has a part of a digit', { price: { type: 'decimal', precision: 2.5, scale: 1 } }, /at most 30 digits/],
    [
      'a decimal has a part of a digit after the point',
      { price: { type: 'decimal', precision: 3, scale: 1.5 } },
      /after/,
    ],
    [
      'a decimal has fewer digits than after the point',
      { price: { type: 'decimal', precision: 2, scale: 3 } },
      /after/,
    ],
    [
      'a decimal has less than no digits after the point',
      { price: { type: 'decimal', precision: 2, scale: -1 } },
      /after/,
    ],
    ['a name has an underline', { first_name: { type: 'flag' } }, /camel case/],
    ['a name is that of a parameter', { sortBy: { type: 'flag' } }, /every resource/],
    ['a name is that of a secret', { apiToken: { type: 'flag' } }, /name of a secret/],
  ] as const)
    it(`are refused if ${title}`, () => expect(define(definition)).to.throw(TypeError, message));

  it('are refused if a list is to be unique', () => {
    const further: OwnFields = { tags: { type: 'references', to: 'tag' } };
    expect(define(further, { unique: [['name', 'tags']] })).to.throw('The field tags of acme.x cannot be unique');
  });

  it('are refused if a field that is never compared, or none, is to be unique', () => {
    const further: OwnFields = { body: { type: 'markdown' } };
    expect(define(further, { unique: [['body']] })).to.throw('The field body of acme.x cannot be unique');
    expect(define(further, { unique: [['other']] })).to.throw('The field other of acme.x cannot be unique');
  });

  it('can be cleared if they are optional or have several values', () => {
    const { references } = define({
      owner: { type: 'reference', to: 'user', onDelete: 'clear', optional: true },
      tags: { type: 'references', to: 'tag', onDelete: 'clear' },
    })();
    expect(references.map(({ field, onDelete }) => [field, onDelete])).to.deep.equal([
      ['owner', 'clear'],
      ['tags', 'clear'],
    ]);
  });

  it('can have the caller as default if they refer to users, or are texts', () => {
    const further: OwnFields = {
      owner: { type: 'reference', to: 'user', default: 'caller' },
      role: { type: 'text', max: 9, default: 'caller' },
    };
    expect(Object.keys(define(further)().fields)).to.deep.equal(['name', 'owner', 'role']);
  });

  it('can be decimals with up to 30 digits, all or none of which are after the point', () => {
    const further: OwnFields = {
      large: { type: 'decimal', precision: 30, scale: 0 },
      small: { type: 'decimal', precision: 4, scale: 4 },
      digit: { type: 'decimal', precision: 1, scale: 0 },
    };
    expect(Object.keys(define(further)().fields)).to.deep.equal(['name', 'large', 'small', 'digit']);
  });

  it('are refused if entries are named by what is no text', () => {
    expect(define({ size: { type: 'integer' } }, { namedBy: 'size' })).to.throw(TypeError, 'needs a text field size');
    expect(define({}, { namedBy: 'title' })).to.throw(TypeError, 'needs a text field title');
  });
});
