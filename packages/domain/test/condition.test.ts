import { expect } from 'chai';
import fc from 'fast-check';
import { comparison, nodeOf, subjectAttributesIn, type Condition } from '../src/condition.ts';
import { conditionTarget, resourceAttributes } from '../src/condition-attributes.ts';
import { compareCodePoints, operators, type KnownValue, type OperatorName } from '../src/condition-operators.ts';
import { evaluateCondition, failedParts, permits, type Truth } from '../src/evaluate-condition.ts';
import { parseCondition } from '../src/parse-condition.ts';
import { compareText } from '../src/tree.ts';
import { anyOf, resolveCondition } from '../src/simplify-condition.ts';

const id = (digit: number): string => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
const at = (text: string): Date => new Date(text);

describe('operators of conditions', () => {
  const rows: readonly [OperatorName, KnownValue | undefined, KnownValue, Truth][] = [
    ['eq', 'a', 'a', true],
    ['eq', 'a', 'A', false],
    ['eq', 'é', 'e\u0301', false],
    ['eq', 0, -0, true],
    ['eq', at('2026-01-31T08:00:00.001Z'), '2026-01-31T08:00:00.001Z', true],
    ['eq', 1, '1', undefined],
    ['ne', 'a', 'b', true],
    ['ne', undefined, 'b', undefined],
    ['ne', 1, '1', undefined],
    ['in', 'b', ['a', 'b'], true],
    ['in', 'b', [], false],
    ['in', undefined, [], undefined],
    ['in', at('2026-01-31T08:00:00.000Z'), ['2026-01-31T08:00:00.000Z'], true],
    ['lt', 'Z', 'a', true],
    ['lt', '\uFFFD', '😀', true],
    ['lt', '中', '文', true],
    ['lt', 'a', 'ab', true],
    ['lte', 1, 1, true],
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
    ['under', id(3), id(1), true],
    ['under', id(3), id(3), true],
    ['under', id(1), id(3), false],
    ['under', undefined, id(3), undefined],
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
  ];
  for (const input of accepted) {
    it(`accepts ${JSON.stringify(input)}`, () => {
      expect(parseCondition(input, content)).to.deep.equal({ condition: input, errors: [] });
    });
  }

  const deep = (levels: number): unknown => (levels === 1 ? own : { not: deep(levels - 1) });
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
    [{ attr: 'resource.tagIds', eq: id(1) }, '.eq'],
    [{ attr: 'resource.authorId', under: id(1) }, '.under'],
    [{ attr: 'resource.categoryId', exists: 'true' }, '.exists'],
    [{ attr: 'resource.categoryId', in: Array.from({ length: 101 }, () => id(1)) }, '.in'],
    [deep(9), '.not.not.not.not.not.not.not.not'],
    [many(51), '.any[49]'],
  ];
  for (const [input, place] of refused) {
    it(`refuses ${JSON.stringify(input)?.slice(0, 100)} at ${place}`, () => {
      const { condition: parsed, errors } = parseCondition(input, content);
      expect(parsed).to.equal(undefined);
      expect(errors.map((error) => error.field)).to.deep.equal([`${field}${place}`]);
    });
  }

  it('accepts the limits', () => {
    for (const input of [deep(8), many(50)]) expect(parseCondition(input, content).errors).to.deep.equal([]);
  });

  it('accepts any attribute of a resource of another service, but no category', () => {
    const foreign = { target: 'any', field } as const;
    expect(parseCondition({ attr: 'resource.amount', lt: 100 }, foreign).errors).to.deep.equal([]);
    for (const input of [
      { attr: 'resource.amount', lt: true },
      { attr: 'resource.amount', in: [1, 'a'] },
      { attr: 'resource.amount', under: id(1) },
      { attr: 'resource.a b', eq: 1 },
      { attr: 'resource.name', eq: 'a\0' },
      { attr: 'resource.name', eq: '\uD800' },
    ]) {
      expect(parseCondition(input, foreign).errors.length, JSON.stringify(input)).to.equal(1);
    }
  });

  it('refuses a condition that no route would evaluate', () => {
    expect(parseCondition(own, { target: 'none', field }).errors.map((error) => error.field)).to.deep.equal([field]);
    const targets = [
      [{ code: 'user.read', resource: 'user' }, 'none'],
      [{ code: 'menu.update', resource: 'renamed' }, 'none'],
      [{ code: 'access.evaluate', resource: 'access' }, 'none'],
      [{ code: 'renamed', resource: 'role' }, 'none'],
      [{ code: 'content.update', resource: 'renamed' }, resourceAttributes.content],
      [{ code: 'content.constructor', resource: 'content' }, 'none'],
      [{ code: 'tag.manage', resource: 'tag' }, resourceAttributes.tag],
      [{ code: 'project.read', resource: 'project' }, 'any'],
    ] as const;
    for (const [permission, target] of targets) expect(conditionTarget(permission)).to.equal(target);
  });
});
