import { expect } from 'chai';
import { isConditional, isPermitted, type ConditionalGrant, type Grants } from '../src/access/access.ts';
import { draftsReachedBy, permitsBy, reachOf, type Reach } from '../src/access/reach.ts';
import type { AttributeTypes } from '../src/conditions/condition-attributes.ts';
import { anId } from './support.ts';

const callerId = anId<'User'>(1);
const inFolder = { attr: 'resource.folder', eq: 'a' } as const;
const ofTeam = { attr: 'resource.team', eq: { ref: 'subject.team' } } as const;
const isDraft = { attr: 'resource.status', eq: 'DRAFT' } as const;
const under = (code: string, condition: ConditionalGrant['condition']): ConditionalGrant => ({
  code,
  condition,
  attributes: { team: 'blue' },
});
const noGrants: Grants = { roles: [], permissions: [] };
const ifInFolder: Grants = { ...noGrants, conditional: [under('note.read', inFolder)] };

describe('isConditional', () => {
  const either = { anyRole: ['ADMIN'], anyPermission: ['content.update'] } as const;
  const evaluating = { ...either, evaluatesConditions: true } as const;
  const ifDraft: Grants = { ...noGrants, conditional: [under('content.update', isDraft)] };
  const other: Grants = { ...noGrants, conditional: [under('content.delete', isDraft)] };
  const cases: readonly [title: string, grants: Grants, permitted: boolean, conditional: boolean][] = [
    ['without grants', noGrants, false, false],
    ['for a role', { ...noGrants, roles: ['ADMIN'] }, true, false],
    ['for a role beside a condition', { ...ifDraft, roles: ['ADMIN'] }, true, false],
    ['for a permission beside a condition', { ...ifDraft, permissions: ['content.update'] }, true, false],
    ['for a permission with a condition', ifDraft, true, true],
    ['for another permission with a condition', other, false, false],
  ];
  for (const [title, grants, permitted, conditional] of cases)
    it(`is ${conditional} ${title}`, () => {
      expect(isPermitted(evaluating, grants)).to.equal(permitted);
      expect(isConditional(evaluating, grants)).to.equal(conditional);
    });

  it('is false if the operation does not evaluate conditions', () => {
    expect(isPermitted(either, ifDraft)).to.equal(false);
    expect(isConditional(either, ifDraft)).to.equal(false);
  });
});

describe('reachOf', () => {
  const asked = { roles: ['ADMIN'], permissions: ['note.read'] };
  const cases: readonly [title: string, grants: Grants, reach: Reach][] = [
    ['nothing without grants', noGrants, false],
    ['everything by a role', { roles: ['ADMIN'], permissions: [] }, true],
    ['everything by a permission', { ...ifInFolder, permissions: ['note.read'] }, true],
    ['nothing by other grants', { roles: ['USER'], permissions: ['note.write'] }, false],
    ['what a condition says', ifInFolder, inFolder],
    [
      'nothing by a condition on another permission',
      { ...noGrants, conditional: [under('note.write', inFolder)] },
      false,
    ],
    [
      'what one of several conditions says',
      { ...noGrants, conditional: [under('note.read', inFolder), under('note.read', ofTeam)] },
      { any: [inFolder, { attr: 'resource.team', eq: 'blue' }] },
    ],
  ];
  for (const [title, grants, reach] of cases)
    it(`is ${title}`, () => expect(reachOf(asked, grants, callerId)).to.deep.equal(reach));

  it('is nothing for a visitor, whatever the conditions say', () => {
    expect(reachOf(asked, ifInFolder, undefined)).to.equal(false);
  });

  it('is nothing by a condition that does not fit the resources of the permission', () => {
    const grants = { ...noGrants, conditional: [under('content.update', inFolder), under('content.update', isDraft)] };
    expect(reachOf({ roles: [], permissions: ['content.update'] }, grants, callerId)).to.deep.equal(isDraft);
  });

  it('compares only the attributes that an additional resource has', () => {
    const withTarget = (target: AttributeTypes) => reachOf(asked, ifInFolder, callerId, target);
    expect(withTarget({ folder: { kind: 'string' } })).to.deep.equal(inFolder);
    expect(withTarget({ size: { kind: 'number' } })).to.equal(false);
  });
});

describe('draftsReachedBy', () => {
  it('is what a condition on reading drafts says', () => {
    expect(draftsReachedBy([under('content.read-drafts', isDraft)], callerId)).to.deep.equal(isDraft);
  });

  it('is nothing by conditions on permissions that read no drafts', () => {
    expect(draftsReachedBy([under('tag.manage', { attr: 'resource.id', eq: anId(2) })], callerId)).to.equal(false);
    expect(draftsReachedBy([], callerId)).to.equal(false);
  });
});

describe('permitsBy', () => {
  it('permits resources for which the condition is true', () => {
    const permits = (folder: string | null) => permitsBy(under('note.read', inFolder), callerId, { folder });
    expect([permits('a'), permits('b'), permits(null)]).to.deep.equal([true, false, false]);
  });

  it('compares with the attributes and the id of the user', () => {
    const permits = (team: string) => permitsBy(under('note.read', ofTeam), callerId, { team });
    expect([permits('blue'), permits('red')]).to.deep.equal([true, false]);
    const own = under('note.read', { attr: 'resource.ownerId', eq: { ref: 'subject.id' } });
    expect(permitsBy(own, callerId, { ownerId: callerId })).to.equal(true);
    expect(permitsBy(own, callerId, { ownerId: anId(2) })).to.equal(false);
  });

  it('permits no resource if a value of the user is missing', () => {
    const grant = { ...under('note.read', ofTeam), attributes: {} };
    expect(permitsBy(grant, callerId, { team: 'blue' })).to.equal(false);
  });

  it('knows which categories are below others only from their paths', () => {
    const [top, below] = [anId(7), anId(8)];
    const grant = under('content.update', { attr: 'resource.categoryId', under: top });
    const pathOf = (id: string) => (id === below ? [top, below] : [id]);
    expect(permitsBy(grant, callerId, { categoryId: below }, pathOf)).to.equal(true);
    expect(permitsBy(grant, callerId, { categoryId: below })).to.equal(false);
  });
});
