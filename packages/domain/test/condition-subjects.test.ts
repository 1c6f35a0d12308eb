import { expect } from 'chai';
import { resourceAttributes } from '../src/conditions/condition-attributes.ts';
import {
  conditionSubject,
  conditionSubjectTypes,
  requireTrustedAttributes,
} from '../src/conditions/condition-subjects.ts';
import { subjectAttributesIn } from '../src/conditions/condition.ts';
import { permits } from '../src/conditions/evaluate-condition.ts';
import type { UserId } from '../src/shared/ids.ts';
import { parseCondition } from '../src/conditions/parse-condition.ts';
import type { AttributeDeclaration } from '../src/conditions/user-attribute.ts';
import { anId, refusalKind, refusalOf } from './support.ts';

const declared = (name: string, given: Partial<AttributeDeclaration> = {}): AttributeDeclaration => ({
  name,
  label: name,
  type: 'string',
  values: null,
  readableBy: 'self',
  writableBy: 'admin',
  ...given,
});

describe('attributes of users in conditions', () => {
  const declarations = [
    declared('section'),
    declared('drafts', { type: 'string[]' }),
    declared('level', { type: 'number' }),
  ];
  const parse = (input: unknown) =>
    parseCondition(input, {
      target: resourceAttributes.content,
      subject: conditionSubjectTypes(declarations),
      field: 'condition',
    });

  it('can be referred to if they are declared and their type fits', () => {
    const { condition, errors } = parse({
      all: [
        { attr: 'resource.categoryId', under: { ref: 'subject.section' } },
        { attr: 'resource.status', in: { ref: 'subject.drafts' } },
        { attr: 'resource.authorId', eq: { ref: 'subject.id' } },
      ],
    });
    expect(errors).to.deep.equal([]);
    expect([...(condition ? subjectAttributesIn(condition) : [])]).to.have.members(['section', 'drafts', 'id']);
    for (const ref of ['subject.level', 'subject.none', 'subject.toString'])
      expect(parse({ attr: 'resource.authorId', eq: { ref } }).errors, ref).to.have.length(1);
  });

  it('have the declared types and allowed values, and an id', () => {
    const listed = declared('office', { values: ['Rome', 'Oslo'] });
    expect(conditionSubjectTypes([...declarations, listed, declared('id')])).to.deep.equal({
      section: { kind: 'string' },
      drafts: { kind: 'string[]' },
      level: { kind: 'number' },
      office: { kind: 'string', values: ['Rome', 'Oslo'] },
      id: { kind: 'id' },
    });
  });

  it('have the values of the user, and never replace the id', () => {
    const id = anId<'User'>(1);
    const { condition } = parse({ attr: 'resource.status', in: { ref: 'subject.drafts' } });
    const permitsOf = (attributes: Readonly<Record<string, readonly string[]>>) =>
      condition &&
      permits(condition, {
        resource: { status: 'DRAFT' },
        subject: conditionSubject({ id, attributes }),
        pathOf: (category) => [category],
      });
    expect([permitsOf({ drafts: ['DRAFT'] }), permitsOf({ drafts: [] }), permitsOf({})]).to.deep.equal([
      true,
      false,
      false,
    ]);
    const other: UserId = anId<'User'>(2);
    expect(conditionSubject({ id, attributes: { id: other, section: 'x' } })).to.deep.equal({ id, section: 'x' });
  });

  it('must be declared, keep their type, and be writable only by administrators', () => {
    const refused = (after: readonly AttributeDeclaration[], used: readonly string[], before = after): boolean =>
      refusalKind(() => requireTrustedAttributes(after, used, before)) === 'attribute-in-use';
    const own = declared('section', { writableBy: 'self' });
    expect(refused(declarations, ['section', 'level', 'id'])).to.equal(false);
    expect(refused([own], ['id'])).to.equal(false);
    expect(refused([own], ['section'])).to.equal(true);
    expect(refused([declared('level'), own], ['section'])).to.equal(true);
    expect(refused(declarations, ['section'], [])).to.equal(true);
    const retyped = [declared('section'), declared('level')];
    expect(refused(retyped, ['level'], declarations)).to.equal(true);
    expect(refusalOf(() => requireTrustedAttributes([own], ['section', 'id', 'region']))?.message).to.match(
      /: section, region\.$/,
    );
    expect(refused([], ['section'], declarations)).to.equal(true);
    expect(refused([declared('section', { type: 'string[]' })], ['section'], declarations)).to.equal(true);
    expect(refused([declared('section', { values: ['a'], label: 'x' })], ['section'], declarations)).to.equal(false);
  });
});
