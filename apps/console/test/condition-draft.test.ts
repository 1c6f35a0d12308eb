import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { resourceAttributes, subjectAttributes } from '@portcullis/domain/internal/conditions/condition-attributes';
import { operators } from '@portcullis/domain/internal/conditions/condition-operators';
import { expect } from 'chai';
import {
  checkDraft,
  draftOf,
  inputOf,
  newComparison,
  operatorsFor,
  placeOf,
  userAttributesFor,
  withKind,
  withPart,
  type ConditionScope,
} from '../src/screens/roles/condition-draft.ts';

const section = { section: { kind: 'string' } } as const;
const content: ConditionScope = { target: resourceAttributes.content, subject: { ...subjectAttributes, ...section } };
const other: ConditionScope = { target: 'any', subject: subjectAttributes };
const id = '00000000-0000-4000-8000-100000000001';

describe('The draft of a condition', () => {
  const conditions: readonly (readonly [ConditionScope, Condition])[] = [
    [content, { all: [{ attr: 'resource.authorId', eq: { ref: 'subject.id' } }] }],
    [
      content,
      {
        any: [
          { attr: 'resource.status', in: ['DRAFT', 'ARCHIVED'] },
          { attr: 'resource.status', in: [] },
        ],
      },
    ],
    [content, { not: { all: [{ attr: 'resource.categoryId', exists: false }] } }],
    [content, { all: [{ attr: 'resource.categoryId', under: { ref: 'subject.section' } }] }],
    [content, { all: [{ attr: 'resource.createdAt', gte: '2026-01-31T08:00:00.123Z' }] }],
    [content, { all: [{ attr: 'resource.tagIds', contains: id }] }],
    [other, { any: [{ attr: 'resource.amount', lt: 2.5 }, { not: { attr: 'resource.isPaid', eq: false } }] }],
  ];

  for (const [scope, condition] of conditions)
    it(`keeps ${JSON.stringify(condition)}`, () => {
      const draft = draftOf(condition, scope);
      expect(inputOf(draft, scope)).to.deep.equal(condition);
      expect(checkDraft(draft, scope).condition).to.deep.equal(condition);
    });

  it('puts a single comparison into a group, so that others can be added', () => {
    const comparison: Condition = { attr: 'resource.status', eq: 'DRAFT' };
    expect(inputOf(draftOf(comparison, content), content)).to.deep.equal({ all: [comparison] });
    expect(draftOf(null, content).parts).to.deep.equal([newComparison(content)]);
  });

  it('names the place of what is missing, as the service does', () => {
    const draft = withPart(draftOf(null, content), 0, newComparison(content, 'categoryId'));
    expect(checkDraft(draft, content).errors.map(({ field }) => field)).to.deep.equal([
      `${placeOf(draft, 'condition', 0)}.eq`,
    ]);
    const empty = { kind: 'not', parts: [] } as const;
    expect(checkDraft(empty, content).errors.map(({ field }) => field)).to.deep.equal(['condition.not']);
  });

  it('keeps the parts of a group that becomes not', () => {
    const group = { kind: 'any', parts: [newComparison(content), newComparison(content)] } as const;
    expect(withKind(group, 'not')).to.deep.equal({ kind: 'not', parts: [group] });
    expect(withKind(group, 'all').parts).to.equal(group.parts);
  });

  it('offers exactly the operators and attributes of the user that the service accepts', () => {
    for (const attribute of Object.keys(resourceAttributes.content)) {
      const { kind } = resourceAttributes.content[attribute as keyof typeof resourceAttributes.content];
      const fitting = Object.entries(operators).filter(([, { kinds }]) => kinds.some((each) => each === kind));
      expect(operatorsFor(content, attribute), attribute).to.deep.equal(fitting.map(([name]) => name));
    }
    expect(operatorsFor(other, 'x')).to.not.include('under');
    expect(userAttributesFor(content, { attribute: 'createdAt', operator: 'lt' })).to.deep.equal([]);
    expect(userAttributesFor(content, { attribute: 'categoryId', operator: 'under' })).to.deep.equal(['id', 'section']);
  });
});
