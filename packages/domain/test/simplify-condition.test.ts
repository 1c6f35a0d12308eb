import { expect } from 'chai';
import { comparison, type Condition } from '../src/conditions/condition.ts';
import { anyOf, resolveCondition } from '../src/conditions/simplify-condition.ts';

describe('resolveCondition', () => {
  const subject = { name: 'x', none: [], since: new Date('2026-01-31T08:00:00.000Z') };
  const status = comparison('status', 'eq', 'DRAFT');
  const author = comparison('author', 'eq', 'x');
  const rows: readonly (readonly [Condition, Condition | boolean])[] = [
    [comparison('a', 'eq', { ref: 'subject.name' }), comparison('a', 'eq', 'x')],
    [comparison('a', 'eq', { ref: 'subject.missing' }), false],
    [comparison('a', 'lt', { ref: 'subject.since' }), comparison('a', 'lt', '2026-01-31T08:00:00.000Z')],
    [comparison('a', 'in', { ref: 'subject.none' }), false],
    [comparison('a', 'eq', ''), comparison('a', 'eq', '')],
    [{ not: comparison('a', 'in', []) }, comparison('a', 'exists', true)],
    [{ not: comparison('a', 'in', ['x']) }, { not: comparison('a', 'in', ['x']) }],
    [{ not: comparison('a', 'exists', true) }, comparison('a', 'exists', false)],
    [{ not: comparison('a', 'eq', 'x') }, comparison('a', 'ne', 'x')],
    [{ not: comparison('a', 'lt', 1) }, comparison('a', 'gte', 1)],
    [{ not: comparison('a', 'contains', 'x') }, { not: comparison('a', 'contains', 'x') }],
    [{ any: [{ any: [status, author] }, status] }, { any: [status, author] }],
    [{ all: [{ any: [status, author] }, { all: [status] }] }, { all: [{ any: [status, author] }, status] }],
    [{ not: { all: [status, { not: author }] } }, { any: [comparison('status', 'ne', 'DRAFT'), author] }],
  ];
  for (const [input, expected] of rows) {
    it(`makes ${JSON.stringify(input)} ${JSON.stringify(expected)}`, () => {
      expect(resolveCondition(input, subject)).to.deep.equal(expected);
    });
  }

  it('combines no conditions to false, and any condition with true to true', () => {
    expect([anyOf([]), anyOf([false]), anyOf([status, true]), anyOf([status, false])]).to.deep.equal([
      false,
      false,
      true,
      status,
    ]);
  });
});
