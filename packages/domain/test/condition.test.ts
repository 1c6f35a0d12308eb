import { expect } from 'chai';
import fc from 'fast-check';
import { comparison, nodeOf, subjectAttributesIn, type Condition } from '../src/conditions/condition.ts';
import {
  compareCodePoints,
  deletedId,
  isDay,
  isInstant,
  operators,
  type KnownValue,
  type OperatorName,
} from '../src/conditions/condition-operators.ts';
import { evaluateCondition, failedParts, permits, type Truth } from '../src/conditions/evaluate-condition.ts';
import { anId } from './support.ts';
import { withoutId } from '../src/conditions/condition-ids.ts';
import { compareText } from '../src/shared/tree.ts';
import { anyOf, resolveCondition } from '../src/conditions/simplify-condition.ts';

const id = (digit: number): string => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
const at = (text: string): Date => new Date(text);

describe('operators of conditions', () => {
  const rows: readonly [OperatorName, KnownValue | undefined, KnownValue, Truth][] = [
    ['eq', 'a', 'a', true],
    ['eq', 'a', 'A', false],
    ['eq', 'é', 'e\u0301', false],
    ['eq', 0, -0, true],
    ['eq', at('2026-01-31T08:00:00.001Z'), '2026-01-31T08:00:00.001Z', true],
    ['eq', at('2026-01-31T08:00:00.000Z'), 'soon', undefined],
    ['eq', at('2026-01-31T08:00:00.000Z'), '2026-01-31', undefined],
    ['eq', 1, '1', undefined],
    ['eq', '1', 1, undefined],
    ['eq', [1], 1, undefined],
    ['eq', true, true, true],
    ['eq', true, false, false],
    ['eq', false, true, false],
    ['eq', true, 'true', undefined],
    ['ne', 'a', 'b', true],
    ['ne', undefined, 'b', undefined],
    ['ne', 1, '1', undefined],
    ['in', 'b', ['a', 'b'], true],
    ['in', 'b', [], false],
    ['in', undefined, [], undefined],
    ['in', at('2026-01-31T08:00:00.000Z'), ['2026-01-31T08:00:00.000Z'], true],
    ['in', at('2026-01-31T08:00:00.000Z'), ['2026-01-31T08:00:00.001Z'], false],
    ['in', at('2026-01-31T08:00:00.000Z'), ['soon', '2026-01-31T08:00:00.001Z'], undefined],
    ['in', at('soon'), ['2026-01-31T08:00:00.000Z'], undefined],
    ['in', ['a'], ['a'], undefined],
    ['in', 'a', 'a', undefined],
    ['in', deletedId, ['a'], undefined],
    ['in', 'b', ['a', deletedId], undefined],
    ['in', 'b', [1], undefined],
    ['in', 'b', ['a', 1], undefined],
    ['eq', [1], true, undefined],
    ['contains', ['a'], deletedId, undefined],
    ['lt', 'Z', 'a', true],
    ['lt', '\uFFFD', '😀', true],
    ['lt', '中', '文', true],
    ['lt', 'a', 'ab', true],
    ['lt', '\uFFFD', '\u{10000}', true],
    ['gt', '\u{103FF}', '\u{10000}', true],
    ['lte', 1, 1, true],
    ['lte', 2, 1, false],
    ['gt', Number.MAX_VALUE, 1, true],
    ['gte', Number.NaN, 1, undefined],
    ['gte', at('2026-01-31T08:00:00.000Z'), '2026-01-31T08:00:00.001Z', false],
    ['lt', true, false, undefined],
    ['exists', '', true, true],
    ['exists', undefined, true, false],
    ['exists', undefined, false, true],
    ['contains', ['a', 'b'], 'b', true],
    ['contains', [], 'b', false],
    ['contains', 'a中b', '中', true],
    ['contains', 'a', '', true],
    ['contains', 1, '1', undefined],
    ['contains', 'a1', 1, undefined],
    ['under', id(3), id(1), true],
    ['under', id(3), id(3), true],
    ['under', id(1), id(3), false],
    ['under', undefined, id(3), undefined],
    ['under', 1, id(3), undefined],
    ['under', id(3), 1, undefined],
  ];
  const pathOf = (category: string): readonly string[] => (category === id(3) ? [id(3), id(2), id(1)] : [category]);
  for (const [operator, value, operand, truth] of rows) {
    it(`${JSON.stringify(value)} ${operator} ${JSON.stringify(operand)} is ${truth ?? 'unknown'}`, () => {
      const condition = comparison('a', operator, operand instanceof Date ? operand.toISOString() : operand);
      expect(evaluateCondition(condition, { resource: { a: value }, subject: {}, pathOf })).to.equal(truth);
    });
  }

  it('has a row for each operator above', () => {
    expect([...new Set(rows.map(([operator]) => operator))].toSorted()).to.deep.equal(
      Object.keys(operators).toSorted(),
    );
  });

  it('compares texts by code points', () => {
    const numbers = (each: string): string =>
      Array.from(each, (character) => String(character.codePointAt(0)).padStart(7, '0')).join(' ');
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '中', '\uFFFD', '😀', '𠀀', 'é') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).to.equal(Math.sign(compareText(numbers(a), numbers(b))));
      }),
    );
  });

  it('compares a time with a time of the user', () => {
    const condition = comparison('createdAt', 'gte', { ref: 'subject.since' });
    const isSince = (since: Date) =>
      evaluateCondition(condition, { resource: { createdAt: at('2026-01-31T08:00:00.000Z') }, subject: { since } });
    expect(isSince(at('2026-01-31T08:00:00.000Z'))).to.equal(true);
    expect(isSince(at('2026-01-31T08:00:00.001Z'))).to.equal(false);
  });

  it('take only UTC with milliseconds, from the year 1 to 9999, for an instant', () => {
    expect(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(isInstant)).to.deep.equal([true, true]);
    const others = [
      '0000-01-01T00:00:00.000Z',
      '+010000-01-01T00:00:00.000Z',
      '2026-01-31T08:00:00Z',
      '2026-01-31T08:00:00.000+00:00',
      '2026-02-30T00:00:00.000Z',
      '2026-13-01T00:00:00.000Z',
      Date.UTC(2026, 0, 31),
      null,
    ];
    expect(others.filter(isInstant)).to.deep.equal([]);
  });

  it('take only days that exist, from the year 1 to 9999, for a day', () => {
    expect(['0001-01-01', '2028-02-29', '9999-12-31'].map(isDay)).to.deep.equal([true, true, true]);
    const others = [
      '0000-01-01',
      '2026-02-29',
      '2026-13-01',
      '2026-1-31',
      '+2026-01-31',
      '2026-01-31T00:00:00.000Z',
      '2026-01-31 ',
      'x2026-01-31',
      ['2026-01-31'],
      at('2026-01-31T00:00:00.000Z'),
      null,
    ];
    expect(others.filter(isDay)).to.deep.equal([]);
  });

  it('takes inherited properties for missing attributes', () => {
    const condition = comparison('constructor', 'exists', true);
    expect(evaluateCondition(condition, { resource: {}, subject: {} })).to.equal(false);
  });
});

/** Three attributes, each of which may be missing, and comparisons of them with literals and with the user. */
const values = fc.record({
  a: fc.option(fc.constantFrom('x', 'y')),
  b: fc.option(fc.constantFrom(1, 2)),
  c: fc.option(fc.subarray(['x', 'y', 'z'])),
});
const subject = fc.record({ name: fc.option(fc.constantFrom('x', 'y')), names: fc.option(fc.subarray(['x', 'y'])) });
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom('a', 'b', 'c').chain((name) => fc.boolean().map((is) => comparison(name, 'exists', is))),
  fc.constantFrom('eq', 'ne', 'lt', 'gte').map((operator) => comparison('a', operator, { ref: 'subject.name' })),
  fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte').map((operator) => comparison('b', operator, 2)),
  fc.constantFrom({ ref: 'subject.names' } as const, ['x'], []).map((list) => comparison('a', 'in', list)),
  fc.constantFrom({ ref: 'subject.name' } as const, 'z').map((value) => comparison('c', 'contains', value)),
  fc.constantFrom('eq', 'ne').map((operator) => comparison('a', operator, deletedId)),
  fc.constantFrom(['x', deletedId], [deletedId]).map((list) => comparison('a', 'in', list)),
  fc.constant(comparison('a', 'under', deletedId)),
  fc.constant(comparison('c', 'contains', deletedId)),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}));

describe('three-valued conditions', () => {
  const unknown = comparison('missing', 'eq', 1);
  const [yes, no] = [comparison('b', 'eq', 1), comparison('b', 'eq', 2)];
  const table: readonly [Condition, Truth][] = [
    [{ all: [yes, unknown] }, undefined],
    [{ all: [no, unknown] }, false],
    [{ any: [yes, unknown] }, true],
    [{ any: [no, unknown] }, undefined],
    [{ not: unknown }, undefined],
    [{ not: no }, true],
  ];
  for (const [each, truth] of table) {
    it(`${JSON.stringify(each)} is ${truth ?? 'unknown'}`, () => {
      expect(evaluateCondition(each, { resource: { b: 1 }, subject: {} })).to.equal(truth);
      expect(permits(each, { resource: { b: 1 }, subject: {} })).to.equal(truth === true);
    });
  }

  it('permits the same after the values of the user are filled in', () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 3 }), values, subject, (conditions, resource, user) => {
        const expected = conditions.some((each) => permits(each, { resource, subject: user }));
        const combined = anyOf(conditions.map((each) => resolveCondition(each, user)));
        const actual = typeof combined === 'boolean' ? combined : permits(combined, { resource, subject: {} });
        expect(actual).to.equal(expected);
        if (typeof combined !== 'boolean') {
          expect(subjectAttributesIn(combined).size).to.equal(0);
          expect(hasNestedNot(combined)).to.equal(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('names failed parts exactly if it does not permit', () => {
    fc.assert(
      fc.property(condition, values, (each, resource) => {
        const context = { resource, subject: { name: 'x', names: ['y'] } };
        expect(failedParts(each, context).length === 0).to.equal(permits(each, context));
      }),
    );
    const nested: Condition = { all: [yes, { any: [no, unknown] }] };
    expect(failedParts(nested, { resource: { b: 1 }, subject: {} })).to.deep.equal([
      { place: 'all[1].any[0]', part: no, isUnknown: false },
      { place: 'all[1].any[1]', part: unknown, isUnknown: true },
    ]);
  });
});

function hasNestedNot(each: Condition): boolean {
  const node = nodeOf(each);
  if (node.kind === 'comparison') return false;
  return node.kind === 'not' ? nodeOf(node.part).kind !== 'comparison' : node.parts.some(hasNestedNot);
}

describe('The work of an evaluation', () => {
  /** Evaluates a condition, and returns the attributes that were read. */
  function readBy(evaluated: Condition, resource: Readonly<Record<string, KnownValue>>): readonly string[] {
    const read: string[] = [];
    const watched: Readonly<Record<string, KnownValue>> = new Proxy(resource, {
      get: (given, name) => {
        read.push(String(name));
        return Reflect.get(given, name);
      },
    });
    evaluateCondition(evaluated, { resource: watched, subject: {} });
    return read;
  }

  it('ends at the first part that decides', () => {
    const [yes, no, unknown] = [
      { attr: 'resource.a', eq: 1 },
      { attr: 'resource.b', eq: 2 },
      { attr: 'resource.c', eq: 'x' },
    ] as const;
    const resource = { a: 1, b: 1, c: 1, d: 1 };
    const last = { attr: 'resource.d', eq: 1 } as const;
    expect(readBy({ any: [no, yes, last] }, resource)).to.deep.equal(['b', 'a']);
    expect(readBy({ all: [yes, no, last] }, resource)).to.deep.equal(['a', 'b']);
    expect(readBy({ all: [unknown, yes, last] }, resource)).to.deep.equal(['c', 'a', 'd']);
  });

  it('does not look at each value of a list for each part', () => {
    let reads = 0;
    const tags = new Proxy([1, 2, 3], {
      get: (list, name) => {
        if (!Number.isNaN(Number(String(name)))) reads += 1;
        return Reflect.get(list, name);
      },
    });
    const parts = Array.from({ length: 40 }, (_, index) => ({ attr: 'resource.tags', contains: 10 + index }) as const);
    expect(evaluateCondition({ any: parts }, { resource: { tags }, subject: {} })).to.equal(false);
    expect(reads).to.be.at.most(2 * tags.length);
  });
});

describe('withoutId', () => {
  const category = anId<'Category'>(1);
  const kept = anId<'Category'>(2);
  const named: readonly Condition[] = [
    { attr: 'resource.categoryId', under: category },
    { attr: 'resource.categoryId', eq: category },
    { attr: 'resource.categoryId', ne: category },
    { attr: 'resource.categoryId', in: [category] },
  ];
  const contextOf = (categoryId: string) => ({ resource: { categoryId }, subject: {} });

  it('makes comparisons with the category unknown, also below `not`', () => {
    for (const each of named) {
      const remaining = withoutId(each, category);
      expect(JSON.stringify(remaining)).not.to.include(category);
      for (const changed of [remaining, withoutId({ not: each }, category)])
        for (const place of [category, kept]) {
          expect(evaluateCondition(changed, contextOf(place))).to.equal(undefined);
          expect(resolveCondition(changed, {})).to.equal(false);
        }
    }
  });

  it('keeps what the condition permits without the category', () => {
    const other: Condition = { attr: 'resource.categoryId', in: [kept, category] };
    const remaining = withoutId({ any: [{ all: named }, other] }, category);
    expect(permits(remaining, contextOf(kept))).to.equal(true);
    expect(permits({ not: remaining }, contextOf(anId<'Category'>(3)))).to.equal(false);
  });

  it('makes comparisons with a tag unknown, also for contents without tags', () => {
    const [tag, other] = [anId<'Tag'>(1), anId<'Tag'>(2)];
    const has: Condition = { attr: 'resource.tagIds', contains: tag };
    for (const changed of [withoutId(has, tag), withoutId({ not: has }, tag)])
      for (const tagIds of [[], [other], [tag]]) {
        expect(evaluateCondition(changed, { resource: { tagIds }, subject: {} })).to.equal(undefined);
        expect(resolveCondition(changed, {})).to.equal(false);
      }
  });

  it('returns the condition itself if it does not name the category', () => {
    const others: Condition = {
      all: [{ not: { attr: 'resource.categoryId', under: kept } }, { any: named.slice(0, 0) }],
    };
    expect(withoutId(others, category)).to.equal(others);
  });
});
