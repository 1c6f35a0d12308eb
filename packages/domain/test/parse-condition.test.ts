import { expect } from 'chai';
import { resourceAttributes } from '../src/conditions/condition-attributes.ts';
import { parseCondition, requireCondition } from '../src/conditions/parse-condition.ts';
import { refusalOf } from './support.ts';

const id = (digit: number): string => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;

describe('parseCondition', () => {
  const field = '[0].condition';
  const subjectTypes = { id: { kind: 'id' }, section: { kind: 'string' }, regions: { kind: 'string[]' } } as const;
  const content = { target: resourceAttributes.content, subject: subjectTypes, field };
  const own = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };

  const accepted: readonly unknown[] = [
    { all: [own, { attr: 'resource.status', in: ['DRAFT'] }] },
    { any: [{ not: own }, { attr: 'resource.categoryId', under: { ref: 'subject.section' } }] },
    { attr: 'resource.tagIds', contains: id(1) },
    { attr: 'resource.publishedAt', lt: '2026-01-31T08:00:00.000Z' },
    { attr: 'resource.categoryId', in: [] },
    { attr: 'resource.categoryId', exists: false },
    { attr: 'resource.status', ne: 'PUBLISHED' },
    { attr: 'resource.status', in: { ref: 'subject.regions' } },
    { attr: 'resource.status', eq: { ref: 'subject.section' } },
    { attr: 'resource.tagIds', contains: { ref: 'subject.id' } },
    { attr: 'resource.categoryId', in: Array.from({ length: 100 }, () => id(1)) },
  ];
  for (const input of accepted) {
    it(`accepts ${JSON.stringify(input).slice(0, 200)}`, () => {
      expect(parseCondition(input, content)).to.deep.equal({ condition: input, errors: [] });
    });
  }

  const times: readonly (readonly [string, string])[] = [
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.1234567Z', '2026-01-31T08:00:00.123Z'],
    ['2026-01-31T08:00:00+01:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T08:00:00-0530', '2026-01-31T13:30:00.000Z'],
    ['2026-03-01T00:30:00.5+01', '2026-02-28T23:30:00.500Z'],
    ['2028-02-29T00:00:00+00:00', '2028-02-29T00:00:00.000Z'],
  ];
  for (const [sent, stored] of times) {
    it(`stores the time ${sent} as ${stored}`, () => {
      const condition = { attr: 'resource.createdAt', in: [sent] };
      expect(parseCondition(condition, content)).to.deep.equal({
        condition: { ...condition, in: [stored] },
        errors: [],
      });
    });
  }

  it('refuses numbers that are not exact, and texts that cannot be stored, at their own places', () => {
    const foreign = { ...content, target: 'any' as const };
    const fieldsOf = (input: unknown) => parseCondition(input, foreign).errors.map((error) => error.field);
    const exact = { attr: 'resource.x', in: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0.5] };
    expect(fieldsOf(exact)).to.deep.equal([]);
    const first = { attr: 'resource.x', eq: 1 };
    for (const value of [2 ** 53, -(2 ** 53), 1e300, 'a\ud800', '\udc00', 'a\0']) {
      const second = { attr: 'resource.x', eq: value };
      expect(fieldsOf({ all: [first, { not: second }] })).to.deep.equal([`${field}.all[1].not.eq`]);
      const listed = { attr: 'resource.x', in: [typeof value === 'number' ? 1 : 'a', value] };
      expect(fieldsOf({ any: [first, listed] })).to.deep.equal([`${field}.any[1].in[1]`]);
    }
  });

  const deep = (levels: number): unknown => (levels === 1 ? own : { not: deep(levels - 1) });
  const deepList = (levels: number): unknown => (levels === 1 ? own : { all: [deepList(levels - 1)] });
  const many = (count: number): unknown => ({ any: Array.from({ length: count - 1 }, () => own) });
  const refused: readonly [unknown, string][] = [
    [null, ''],
    [[], ''],
    [{}, ''],
    [{ all: [] }, '.all'],
    [{ all: [own], any: [own] }, ''],
    [{ ...own, ne: 'x' }, ''],
    [{ all: [own, { not: { attr: 'resource.title', eq: 'x' } }] }, '.all[1].not.attr'],
    [{ attr: 'subject.id', eq: 'x' }, '.attr'],
    [{ attr: 'resource.constructor', eq: 'x' }, '.attr'],
    [{ attr: 'resource.status', like: 'x' }, '.like'],
    [{ attr: 'resource.status', constructor: 'x' }, '.constructor'],
    [{ attr: 'resource.status', eq: 'GONE' }, '.eq'],
    [{ attr: 'resource.status', in: 'DRAFT' }, '.in'],
    [{ attr: 'resource.status', in: ['DRAFT', 1] }, '.in[1]'],
    [{ attr: 'resource.authorId', lt: id(1) }, '.lt'],
    [{ attr: 'resource.authorId', eq: id(1).replace('8000', 'A000') }, '.eq'],
    [{ attr: 'resource.authorId', eq: { ref: 'subject.regions' } }, '.eq.ref'],
    [{ attr: 'resource.authorId', eq: { ref: 'subject.unknown' } }, '.eq.ref'],
    [{ attr: 'resource.authorId', eq: { ref: 'resource.id' } }, '.eq'],
    [{ attr: 'resource.createdAt', gt: '2026-01-31' }, '.gt'],
    [{ attr: 'resource.createdAt', gt: '2026-02-30T00:00:00.000Z' }, '.gt'],
    [{ attr: 'resource.createdAt', gt: '2026-01-31T08:00:00' }, '.gt'],
    [{ attr: 'resource.createdAt', gt: '2026-02-29T08:00:00+01:00' }, '.gt'],
    [{ attr: 'resource.createdAt', gt: '2026-01-31T25:00:00Z' }, '.gt'],
    [{ attr: 'resource.createdAt', gt: '0001-01-01T00:00:00+01:00' }, '.gt'],
    [{ attr: 'resource.createdAt', in: ['2026-01-31T08:00:00Z', 'soon'] }, '.in[1]'],
    [{ attr: 'resource.tagIds', eq: id(1) }, '.eq'],
    [{ attr: 'resource.authorId', under: id(1) }, '.under'],
    [{ attr: 'resource.categoryId', exists: 'true' }, '.exists'],
    [{ attr: 'resource.categoryId', in: Array.from({ length: 101 }, () => id(1)) }, '.in'],
    [deep(9), '.not.not.not.not.not.not.not.not'],
    [many(51), '.any[49]'],
    [many(60), '.any[49]'],
    [deepList(9), '.all[0]'.repeat(8)],
    [{ attr: 'resource.status', in: ['DRAFT', 'GONE'] }, '.in[1]'],
    [{ all: 'x' }, '.all'],
    [{ none: [own] }, ''],
    [{ attr: 'resource.status' }, ''],
    [{ attr: 1, eq: 'DRAFT' }, '.attr'],
    [{ attr: null, eq: 'DRAFT' }, '.attr'],
    [{ attr: 'RESOURCE.status', eq: 'DRAFT' }, '.attr'],
    [{ attr: 'resource.authorId', eq: { ref: 1 } }, '.eq'],
    [{ attr: 'resource.authorId', eq: { ref: 'subject.id', more: 1 } }, '.eq'],
    [{ attr: 'resource.authorId', eq: { ref: 'SUBJECT.id' } }, '.eq'],
    [{ attr: 'resource.createdAt', gt: { ref: 'subject.section' } }, '.gt.ref'],
    [{ attr: 'resource.createdAt', in: { ref: 'subject.regions' } }, '.in.ref'],
    [{ attr: 'resource.status', in: ['DRAFT', null] }, '.in[1]'],
  ];
  for (const [input, place] of refused) {
    it(`refuses ${JSON.stringify(input)?.slice(0, 100)} at ${place}`, () => {
      const { condition: parsed, errors } = parseCondition(input, content);
      expect(parsed).to.equal(undefined);
      expect(errors.map((error) => error.field)).to.deep.equal([`${field}${place}`]);
    });
  }

  it('accepts the limits', () => {
    for (const input of [deep(8), deepList(8), many(50)])
      expect(parseCondition(input, content).errors).to.deep.equal([]);
  });

  const told: readonly (readonly [unknown, string])[] = [
    [1, 'Must be a condition'],
    [{ any: [] }, 'Must be a list of at least one condition'],
    [{ attr: 'resource.status' }, 'Must have either all, any or not, or attr and one operator'],
    [
      { attr: 'resource.status', like: 'x' },
      'Must be one of the operators eq, ne, in, lt, lte, gt, gte, exists, contains, under',
    ],
    [
      { attr: 'resource.title', eq: 'x' },
      'Must be one of resource.authorId, resource.status, resource.categoryId, resource.tagIds, ' +
        'resource.createdAt, resource.publishedAt',
    ],
    [{ attr: 'resource.authorId', lt: id(1) }, 'This operator does not fit an attribute of type id'],
    [{ attr: 'resource.status', exists: 1 }, 'Must be true or false'],
    [{ attr: 'resource.authorId', eq: 'x' }, 'Must be an id in lower case'],
    [{ attr: 'resource.categoryId', under: 'x' }, 'Must be the id of a category in lower case'],
    [{ attr: 'resource.createdAt', gt: 'x' }, 'Must be a time with an offset, such as 2026-01-31T08:00:00Z'],
    [{ attr: 'resource.status', eq: 'x' }, 'Must be one of DRAFT, PUBLISHED, ARCHIVED'],
    [{ attr: 'resource.status', in: ['x'] }, 'Must be one of DRAFT, PUBLISHED, ARCHIVED'],
    [{ attr: 'resource.status', in: 'x' }, 'Must be a list'],
    [{ attr: 'resource.status', in: Array.from({ length: 101 }) }, 'Must not have more than 100 values'],
    [{ attr: 'resource.authorId', eq: { ref: 'x' } }, 'Must be a value or a reference such as {"ref": "subject.id"}'],
    [
      { attr: 'resource.authorId', eq: { ref: 'subject.x' } },
      'Must be one of subject.id, subject.section, subject.regions',
    ],
    [{ attr: 'resource.authorId', eq: { ref: 'subject.regions' } }, 'An attribute of type string[] does not fit here'],
    [deep(9), 'Must not be nested in more than 8 levels'],
    [many(51), 'Must not have more than 50 parts'],
  ];
  it('says what is wrong and what is expected', () => {
    for (const [input, message] of told) {
      const messages = parseCondition(input, content).errors.map((error) => error.message);
      expect(messages, JSON.stringify(input)).to.deep.equal([message]);
    }
  });

  it('accepts any attribute of a resource of another service, but no category', () => {
    const foreign = { target: 'any', field } as const;
    for (const input of [
      { attr: 'resource.amount', lt: 100 },
      { attr: 'resource.name', lt: 'm' },
      { attr: 'resource.isOpen', eq: true },
      { attr: 'resource.name', eq: 'x'.repeat(1000) },
      { attr: `resource.${'n'.repeat(64)}`, ne: 1 },
    ]) {
      expect(parseCondition(input, foreign)).to.deep.equal({ condition: input, errors: [] });
    }
    for (const [input, place, message] of [
      [{ attr: 'resource.amount', lt: true }, '.lt', 'Must be a text or a number'],
      [{ attr: 'resource.amount', in: [1, 'a'] }, '.in[1]', 'Must be a text, a number, true or false'],
      [
        { attr: 'resource.amount', under: id(1) },
        '.under',
        'This operator does not fit an attribute of another service',
      ],
      [{ attr: 'resource.a b', eq: 1 }, '.attr', 'Must be one of resource.<name>'],
      [{ attr: `resource.${'n'.repeat(65)}`, eq: 1 }, '.attr', 'Must be one of resource.<name>'],
      [{ attr: 'resource.name', eq: 'a\0' }, '.eq', 'Must not contain NUL or broken characters'],
      [{ attr: 'resource.name', eq: '\uD800' }, '.eq', 'Must not contain NUL or broken characters'],
      [{ attr: 'resource.name', eq: 'x'.repeat(1001) }, '.eq', 'Must be a text, a number, true or false'],
      [{ attr: 'resource.amount', eq: Number.POSITIVE_INFINITY }, '.eq', 'Must be a text, a number, true or false'],
    ] as const) {
      expect(parseCondition(input, foreign).errors).to.deep.equal([{ field: `${field}${place}`, message }]);
    }
  });

  it('refuses a condition that no route would evaluate', () => {
    expect(parseCondition(own, { target: 'none', field }).errors).to.deep.equal([
      { field, message: 'No route evaluates a condition on this permission' },
    ]);
  });
});

describe('requireCondition', () => {
  const permission = { code: 'content.update', resource: 'content' };

  it('returns a valid condition, with the declared attributes of users', () => {
    const input = { attr: 'resource.categoryId', under: { ref: 'subject.section' } };
    const declared = { section: { kind: 'string' } } as const;
    expect(requireCondition(input, permission, 'condition', declared)).to.deep.equal(input);
  });

  it('refuses every other value, and says what is wrong first and where each error is', () => {
    const refusal = refusalOf(() =>
      requireCondition({ all: [{ attr: 'resource.authorId', lt: id(1) }, 7] }, permission, 'grants[2]'),
    );
    expect(refusal?.refusal).to.equal('condition-unacceptable');
    expect(refusal?.message).to.equal('This operator does not fit an attribute of type id.');
    expect(refusal?.details).to.deep.equal([
      { field: 'grants[2].all[0].lt', message: 'This operator does not fit an attribute of type id' },
      { field: 'grants[2].all[1]', message: 'Must be a condition' },
    ]);
  });
});
