import { expect } from 'chai';
import { listAttributes } from '../src/conditions/list-attributes.ts';
import { parseFilter } from '../src/conditions/list-filter.ts';

const id = '00000000-0000-4000-8000-00000000000a';
const attributes = {
  ...listAttributes.content,
  amount: { kind: 'number' },
  isPaid: { kind: 'boolean' },
  labels: { kind: 'string[]' },
  scores: { kind: 'number[]' },
  'customer.region': { kind: 'string' },
} as const;
const isPaging = (name: string): boolean => ['page', 'search'].includes(name);
const parse = (sent: Readonly<Record<string, string | readonly string[]>>) => parseFilter(sent, attributes, isPaging);

describe('parseFilter', () => {
  const forms: readonly (readonly [string, string, object])[] = [
    ['status', 'DRAFT', { attr: 'resource.status', eq: 'DRAFT' }],
    ['status.in', 'DRAFT,PUBLISHED', { attr: 'resource.status', in: ['DRAFT', 'PUBLISHED'] }],
    ['status.ne', 'DRAFT', { attr: 'resource.status', ne: 'DRAFT' }],
    ['amount.gte', '10', { attr: 'resource.amount', gte: 10 }],
    ['amount.in', '1,2.5,-3', { attr: 'resource.amount', in: [1, 2.5, -3] }],
    ['isPaid', 'false', { attr: 'resource.isPaid', eq: false }],
    ['isPaid', 'true', { attr: 'resource.isPaid', eq: true }],
    ['scores', '2', { attr: 'resource.scores', contains: 2 }],
    ['createdAt.lt', '2026-12-01', { attr: 'resource.createdAt', lt: '2026-12-01T00:00:00.000Z' }],
    ['createdAt.lt', '2026-12-01T08:00:00+01:00', { attr: 'resource.createdAt', lt: '2026-12-01T07:00:00.000Z' }],
    ['authorId', id.toUpperCase(), { attr: 'resource.authorId', eq: id }],
    ['summary.exists', 'false', { attr: 'resource.summary', exists: false }],
    ['title.contains', ' Cafe\u0301 ', { attr: 'resource.title', contains: 'Caf\u00e9' }],
    ['labels', 'a,b', { attr: 'resource.labels', contains: 'a,b' }],
    ['tagIds', id, { attr: 'resource.tagIds', contains: id }],
    ['categoryId.under', id, { attr: 'resource.categoryId', under: id }],
    ['tagIds', id.toUpperCase(), { attr: 'resource.tagIds', contains: id }],
    ['categoryId.under', id.toUpperCase(), { attr: 'resource.categoryId', under: id }],
    ['customer.region', 'EU', { attr: 'resource.customer.region', eq: 'EU' }],
    ['customer.region.in', 'EU,US', { attr: 'resource.customer.region', in: ['EU', 'US'] }],
    [
      'filter',
      '{"not":{"attr":"resource.customer.region","eq":"EU"}}',
      { not: { attr: 'resource.customer.region', eq: 'EU' } },
    ],
    [
      'filter',
      '{"attr":"resource.authorId","eq":{"ref":"subject.id"}}',
      { attr: 'resource.authorId', eq: { ref: 'subject.id' } },
    ],
  ];
  for (const [name, value, condition] of forms)
    it(`reads ${name}=${value}`, () => {
      expect(parse({ [name]: value })).to.deep.equal({ condition, errors: [], names: [name] });
    });

  it('requires all of several comparisons, and leaves other parameters alone', () => {
    const sent = { 'amount.gte': '1', 'amount.lt': '5', page: '2', search: 'a', unknown: 'x', status: '' };
    expect(parse(sent)).to.deep.equal({
      condition: {
        all: [
          { attr: 'resource.amount', gte: 1 },
          { attr: 'resource.amount', lt: 5 },
        ],
      },
      errors: [],
      names: ['amount.gte', 'amount.lt'],
    });
    expect(parse({ page: '2' })).to.deep.equal({ condition: undefined, errors: [], names: [] });
  });

  for (const name of ['eq', '.eq', 'unknown', 'unknown.other', 'page.eq.other'])
    it(`leaves ${name} alone, which compares no attribute`, () => {
      expect(parse({ [name]: 'x' })).to.deep.equal({ condition: undefined, errors: [], names: [] });
    });

  it('leaves parameters alone that were not sent', () => {
    const { names, errors } = parseFilter({ status: undefined, filter: undefined }, attributes, isPaging);
    expect([names, errors]).to.deep.equal([[], []]);
  });

  it('has no condition if only some comparisons are valid', () => {
    const { condition, errors } = parse({ status: 'DRAFT', amount: 'ten' });
    expect([condition, errors.map(({ field }) => field)]).to.deep.equal([undefined, ['amount']]);
  });

  it('refuses a parameter that was sent several times', () => {
    expect(parse({ status: ['DRAFT', 'PUBLISHED'] }).errors).to.deep.equal([
      { field: 'status', message: 'Must be sent once' },
    ]);
    expect(parse({ filter: ['{"attr":"resource.amount","eq":1}'] }).errors.length).to.equal(1);
  });

  const refused: readonly (readonly [string, string | readonly string[]])[] = [
    ['status', 'OTHER'],
    ['status', ['DRAFT', 'PUBLISHED']],
    ['status.like', 'DRAFT'],
    ['status.gte', 'ten'],
    ['amount', 'ten'],
    ['amount', 'Infinity'],
    ['amount', ' '],
    ['amount.in', '1,,2'],
    ['amount.contains', '1'],
    ['isPaid', '1'],
    ['createdAt.gt', 'yesterday'],
    ['createdAt.gt', '2026-02-30'],
    ['authorId', 'me'],
    ['unknown.eq', 'x'],
    ['customer.other.eq', 'x'],
    ['__proto__.eq', 'x'],
    ['title', 'a\0'],
  ];
  for (const [name, value] of refused)
    it(`refuses ${name}=${JSON.stringify(value)} and names the parameter`, () => {
      const { condition, errors } = parse(Object.fromEntries([[name, value]]));
      expect([condition, errors.map(({ field }) => field)]).to.deep.equal([undefined, [name]]);
    });

  it('refuses a condition that is not JSON or not valid, and names its place', () => {
    const errorsOf = (filter: string | readonly string[]) => parse({ filter }).errors;
    expect(errorsOf('{')).to.deep.equal([{ field: 'filter', message: 'filter: Must be a condition' }]);
    expect(errorsOf(['{}', '{}']).length).to.equal(1);
    const [error] = errorsOf('{"any":[{"attr":"resource.amount","eq":"ten"}]}');
    expect(error).to.deep.equal({ field: 'filter', message: 'filter.any[0].eq: Must be a number' });
  });

  it('refuses more comparisons than a condition can have', () => {
    const parseMany = (length: number) => {
      const sent = Object.fromEntries(Array.from({ length }, (_, index) => [`amount${index}`, '1']));
      const many = Object.fromEntries(Object.keys(sent).map((name) => [name, { kind: 'number' as const }]));
      return parseFilter(sent, many, () => false);
    };
    expect(parseMany(51).errors.map(({ field }) => field)).to.deep.equal(['filter']);
    expect(parseMany(50).errors).to.deep.equal([]);
  });
});
