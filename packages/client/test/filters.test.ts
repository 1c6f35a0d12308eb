import { expect } from 'chai';
import { compileFilter, filterPredicate, type FilterColumn, type FilterOptions } from '../src/filters/index.ts';

const columns: Readonly<Record<string, FilterColumn>> = {
  region: { type: 'string', sql: 'i.region' },
  amount: { type: 'number', sql: 'i.amount' },
  isPaid: { type: 'boolean', sql: 'i.is_paid' },
  dueAt: { type: 'time', sql: 'i.due_at' },
  ownerId: { type: 'id', sql: 'i.owner_id' },
  labels: { type: 'string[]', sql: 'i.id', contains: (label) => `has_label(i.id, ${label})` },
};
const dialects: readonly FilterOptions['dialect'][] = ['postgresql', 'mysql', 'sqlite'];
const owner = 'a0000000-0000-4000-8000-000000000001';

describe('compileFilter', () => {
  it('compiles a filter to SQL with parameters, from the given position on', () => {
    const filter = {
      all: [{ attr: 'resource.region', eq: 'north' }, { not: { attr: 'resource.amount', lt: 5 } }],
    };
    expect(compileFilter(filter, { dialect: 'postgresql', columns, firstParameter: 3 })).to.deep.equal({
      text: `(((i.region) IS NOT NULL AND ((i.region)::text = ANY ($3::text[]) AND (i.region)::text COLLATE "C" = ANY ($3::text[]))) AND ((i.amount) > '-Infinity'::float8 AND (i.amount) < 'Infinity'::float8 AND (NOT ((i.amount) < $4::float8))))`,
      values: [['north'], 5],
    });
    expect(compileFilter(filter, { dialect: 'mysql', columns })).to.deep.equal({
      text: '(((i.region) IS NOT NULL AND ((i.region) IN (?) AND CAST(CONVERT(i.region USING utf8mb4) AS BINARY) IN (CAST(CONVERT(? USING utf8mb4) AS BINARY)))) AND ((i.amount) IS NOT NULL AND (NOT ((i.amount) < (? + 0e0)))))',
      values: ['north', 'north', 5],
    });
    expect(compileFilter(filter, { dialect: 'sqlite', columns })).to.deep.equal({
      text: "((typeof(i.region) = 'text' AND ((i.region) COLLATE BINARY IN (?))) AND (typeof(i.amount) IN ('integer', 'real') AND abs(i.amount) < 9e999 AND (NOT ((i.amount) < ?))))",
      values: ['north', 5],
    });
  });

  it('compiles true to all rows, and false and comparisons that no row can meet to none', () => {
    for (const dialect of dialects) {
      expect(compileFilter(true, { dialect, columns })).to.deep.equal({ text: '(1 = 1)', values: [] });
      expect(compileFilter(false, { dialect, columns })).to.deep.equal({ text: '(1 = 0)', values: [] });
      for (const never of [{ eq: 'five' }, { contains: 'x' }, { in: [] }, { in: ['5', true] }]) {
        const filter = { attr: 'resource.amount', ...never };
        expect(compileFilter(filter, { dialect, columns }).text).to.equal('((1 = 0))');
        if (!('in' in never) || never.in.length > 0)
          expect(compileFilter({ not: filter }, { dialect, columns }).text).to.equal('((1 = 0))');
      }
    }
  });

  it('puts no value of a filter into the text', () => {
    const hostile = `x' OR 1=1 --"$1?`;
    for (const dialect of dialects) {
      const compiled = ['eq', 'ne', 'lt', 'contains'].map((operator) =>
        compileFilter({ attr: 'resource.region', [operator]: hostile }, { dialect, columns }),
      );
      compiled.push(compileFilter({ attr: 'resource.region', in: [hostile, 'b'] }, { dialect, columns }));
      compiled.push(compileFilter({ attr: 'resource.labels', contains: hostile }, { dialect, columns }));
      compiled.push(compileFilter({ attr: 'resource.ownerId', eq: hostile }, { dialect, columns }));
      for (const { text } of compiled) expect(text).not.to.include('OR 1=1');
      expect(compiled.slice(0, 6).every(({ values }) => values.flat().includes(hostile))).to.equal(true);
    }
    expect(
      compileFilter({ attr: 'resource.ownerId', in: [owner, hostile] }, { dialect: 'postgresql', columns }).values,
    ).to.deep.equal([[owner]]);
  });

  it('refuses attributes for which there is no column, even names that every object has', () => {
    for (const name of ['other', 'constructor', '__proto__', 'region; DROP TABLE invoices', ''])
      for (const dialect of dialects)
        expect(() => compileFilter({ attr: `resource.${name}`, exists: false }, { dialect, columns })).to.throw(
          TypeError,
          'there is no column',
        );
    expect(() => compileFilter({ attr: 'resource.ownerId', under: owner }, { dialect: 'sqlite', columns })).to.throw(
      TypeError,
      'under',
    );
  });
});

describe('filterPredicate', () => {
  it('says whether a filter permits an object', () => {
    const dueAt = { attr: 'resource.dueAt', lt: '2026-01-31T08:00:00.000Z' };
    const mayRead = filterPredicate({ any: [dueAt, { not: { attr: 'resource.region', in: ['north'] } }] });
    expect(mayRead({ dueAt: new Date('2026-01-31T07:59:59.999Z'), region: 'north' })).to.equal(true);
    expect(mayRead({ dueAt: new Date('2026-01-31T08:00:00.000Z'), region: 'north' })).to.equal(false);
    expect(mayRead({ dueAt: null, region: 'south' })).to.equal(true);
    expect(mayRead({})).to.equal(false);
    expect([filterPredicate(true)({}), filterPredicate(false)({})]).to.deep.equal([true, false]);
    const below = filterPredicate({ attr: 'resource.categoryId', under: 'a' }, (id) => [id, 'a']);
    expect(below({ categoryId: 'b' })).to.equal(true);
  });

  it('refuses what is no filter, also parts that a later release could add', () => {
    const equal = { attr: 'resource.region', eq: 'a' };
    for (const filter of [
      undefined,
      null,
      'true',
      1,
      [],
      [equal],
      {},
      { none: [equal] },
      { all: [] },
      { any: equal },
      { not: [equal] },
      { all: [equal], any: [equal] },
      { ...equal, ne: 'b' },
      { ...equal, all: [equal] },
      { attr: 'resource.region' },
      { attr: 'subject.region', eq: 'a' },
      { attr: 'region', eq: 'a' },
      { attr: 'resource.region', matches: 'a' },
      { attr: 'resource.region', toString: 'a' },
      { attr: 'resource.region', eq: { ref: 'subject.region' } },
      { attr: 'resource.region', eq: null },
      { attr: 'resource.region', eq: ['a'] },
      { attr: 'resource.region', eq: Number.NaN },
      { attr: 'resource.region', eq: 'a\0' },
      { attr: 'resource.region', eq: '\uD800' },
      { attr: 'resource.region', in: 'a' },
      { attr: 'resource.region', in: [['a']] },
      { attr: 'resource.region', exists: 'true' },
    ])
      for (const use of [filterPredicate, (each: unknown) => compileFilter(each, { dialect: 'postgresql', columns })])
        expect(() => use(filter), JSON.stringify(filter)).to.throw(TypeError, 'The filter cannot be read');
  });
});
