import { expect } from 'chai';
import { conditionTarget, resourceAttributes } from '../src/conditions/condition-attributes.ts';
import { parseCondition } from '../src/conditions/parse-condition.ts';
import { anId } from './support.ts';

describe('conditionTarget', () => {
  it('is the attributes of what a permission is about, any attribute of other services, or nothing', () => {
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

describe('attributes of resources in conditions', () => {
  const target = {
    name: { kind: 'string' },
    amount: { kind: 'number' },
    isOpen: { kind: 'boolean' },
    at: { kind: 'time' },
    ownerId: { kind: 'id' },
    sectionId: { kind: 'category' },
    labels: { kind: 'string[]' },
    memberIds: { kind: 'id[]' },
    state: { kind: 'string', values: ['OPEN', 'SHUT'] },
  } as const;
  const subject = {
    id: { kind: 'id' },
    name: { kind: 'string' },
    level: { kind: 'number' },
    isNew: { kind: 'boolean' },
    regions: { kind: 'string[]' },
  } as const;
  const isAccepted = (attribute: string, operator: string, operand: unknown, types: typeof target | 'any' = target) =>
    parseCondition({ attr: `resource.${attribute}`, [operator]: operand }, { target: types, subject, field: 'x' })
      .errors.length === 0;

  /** For each attribute: an operator that compares it with one value, and the literals and references that fit. */
  const fitting: readonly (readonly [keyof typeof target, string, readonly unknown[], readonly string[]])[] = [
    ['name', 'eq', ['a', '2026-01-31T08:00:00.000Z', anId(1)], ['id', 'name']],
    ['amount', 'eq', [1], ['level']],
    ['isOpen', 'eq', [true], ['isNew']],
    ['at', 'eq', ['2026-01-31T08:00:00.000Z'], []],
    ['ownerId', 'eq', [anId(1)], ['id', 'name']],
    ['sectionId', 'under', [anId(1)], ['id', 'name']],
    ['labels', 'contains', ['a', '2026-01-31T08:00:00.000Z', anId(1)], ['id', 'name']],
    ['memberIds', 'contains', [anId(1)], ['id', 'name']],
    ['state', 'contains', ['a', '2026-01-31T08:00:00.000Z', anId(1)], ['id', 'name']],
    ['state', 'eq', [], ['id', 'name']],
  ];
  const literals = ['a', 1, true, '2026-01-31T08:00:00.000Z', anId(1), null, ['a']];
  for (const [attribute, operator, values, references] of fitting) {
    it(`accepts only values and references that fit ${attribute} after ${operator}`, () => {
      expect(literals.filter((value) => isAccepted(attribute, operator, value))).to.have.members([...values]);
      const names = Object.keys(subject).filter((name) => isAccepted(attribute, operator, { ref: `subject.${name}` }));
      expect(names).to.deep.equal(references);
    });
  }

  it('accepts a list of the user only where texts and ids are compared', () => {
    const names = Object.keys(target).filter((name) => isAccepted(name, 'in', { ref: 'subject.regions' }));
    expect(names).to.deep.equal(['name', 'ownerId', 'sectionId', 'state']);
    expect(isAccepted('name', 'in', { ref: 'subject.name' })).to.equal(false);
  });

  it('accepts every reference to a value for an attribute of another service', () => {
    const accepted = (operator: string) =>
      Object.keys(subject).filter((name) => isAccepted('any', operator, { ref: `subject.${name}` }, 'any'));
    expect(accepted('eq')).to.deep.equal(['id', 'name', 'level', 'isNew']);
    expect(accepted('in')).to.deep.equal(['regions']);
  });

  it('keeps a reference to any attribute of users if these are not known', () => {
    const input = { attr: 'resource.ownerId', eq: { ref: 'subject.whatever' } };
    expect(parseCondition(input, { target, subject: 'any', field: 'x' }).condition).to.deep.equal(input);
  });
});
