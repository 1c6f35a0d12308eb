import { expect } from 'chai';
import type { Condition } from '../src/conditions/condition.ts';
import { explainAccess } from '../src/access/explain-access.ts';
import { explainConditions } from '../src/access/explain-conditions.ts';
import { aRole, aRoleIf, factsOf, type Given } from './access-questions.ts';
import { anId } from './support.ts';

const ownContents = { attr: 'resource.authorId', eq: { ref: 'subject.id' } } as const;
const isDraft = { attr: 'resource.status', eq: 'DRAFT' } as const;
const [top, below] = [anId<'Category'>(7), anId<'Category'>(8)];
const roleOf = (number: number) => ({ id: anId(number), code: `ROLE_${number}`, name: `Role ${number}` });

/** Explains the conditions of Ada, who wrote a draft in the category `below`. */
function explain(given: Given, code = 'content.update') {
  const facts = factsOf({ ...given, permission: { ...given.permission, code } });
  const ada = facts.users[0] ?? expect.fail('There is no user.');
  return explainConditions(explainAccess(facts, ada), ada, {
    attributes: { authorId: anId(1), status: 'DRAFT', categoryId: below },
    pathOf: (id) => (id === below ? [top, below] : [id]),
  });
}

describe('explainConditions', () => {
  const explained = (number: number, condition: Condition) => ({
    permission: 'content.update',
    role: roleOf(number),
    condition,
    isMet: true,
    failedParts: [],
  });

  it('returns each condition with its role, and that it is met', () => {
    expect(explain({ roles: [aRoleIf(1, ownContents), aRoleIf(2, isDraft), aRole(3)] })).to.deep.equal([
      explained(1, ownContents),
      explained(2, isDraft),
    ]);
  });

  it('returns also the condition of a role that gives nothing for another reason', () => {
    expect(explain({ roles: [aRoleIf(1, ownContents, { status: 0 })] })).to.deep.equal([explained(1, ownContents)]);
  });

  it('returns the parts because of which a condition is not met', () => {
    const published = { attr: 'resource.status', eq: 'PUBLISHED' } as const;
    const condition: Condition = { all: [ownContents, published] };
    expect(explain({ roles: [aRoleIf(1, condition)] })).to.deep.equal([
      {
        ...explained(1, condition),
        isMet: false,
        failedParts: [{ place: 'all[1]', part: published, isUnknown: false }],
      },
    ]);
  });

  it('decides with the paths of categories', () => {
    const condition: Condition = { attr: 'resource.categoryId', under: top };
    expect(explain({ roles: [aRoleIf(1, condition)] })).to.deep.equal([explained(1, condition)]);
  });

  it('ignores conditions on permissions that are not about contents', () => {
    const roles = [aRoleIf(1, ownContents)];
    expect(explain({ roles }, 'note.read')).to.deep.equal([]);
    expect(explain({ roles }, 'media.manage')).to.deep.equal([]);
  });
});
