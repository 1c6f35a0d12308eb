import type { ConditionalGrant, Grants } from '@portcullis/domain/internal/access/access';
import { anId, aPermission, aRole, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';
import { anAttribute } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { filterAccess, filterOwnAccess, type OwnFilterInput } from '../../src/access/filter-access.ts';

const ofTeam = { attr: 'resource.team', eq: { ref: 'subject.team' } } as const;
const ofOwner = { attr: 'resource.ownerId', eq: { ref: 'subject.id' } } as const;

describe('filterAccess', () => {
  async function aWorld() {
    const world = InMemoryWorld.seeded();
    const [user, role, permission] = [aUser({ attributes: { team: 'blue' } }), aRole(), aPermission()];
    await given(world, {
      permissions: [permission],
      roles: [role],
      rolePermissions: [[role.id, [permission.id]]],
      conditions: [[role.id, [{ permissionId: permission.id, condition: ofTeam }]]],
      users: [user],
      userRoles: [[user.id, [role.id]]],
    });
    return { user, permission, filter: filterAccess(world) };
  }

  it('returns the condition of a permission with the values of the user', async () => {
    const { user, permission, filter } = await aWorld();
    expect(await filter(user.id, permission.code)).to.deep.equal({ attr: 'resource.team', eq: 'blue' });
  });

  it('gives an unknown user and an unknown permission nothing', async () => {
    const { user, permission, filter } = await aWorld();
    expect(await filter(anId(), permission.code)).to.equal(false);
    expect(await filter(user.id, 'note.burn')).to.equal(false);
  });
});

describe('filterOwnAccess', () => {
  const callerId = anId<'User'>();
  const permission = 'note.read';
  const under = (condition: ConditionalGrant['condition']): ConditionalGrant => ({
    code: permission,
    condition,
    attributes: { team: 'blue', rank: 'high' },
  });
  const grantsUnder = (...conditions: readonly ConditionalGrant['condition'][]): Grants => ({
    roles: [],
    permissions: [],
    conditional: conditions.map(under),
  });
  const ofRank = { attr: 'resource.rank', eq: { ref: 'subject.rank' } } as const;

  /** Asks in a world in which users can read their team, but not their rank. */
  async function filter(grants: Grants, input: Partial<OwnFilterInput> = {}) {
    const world = InMemoryWorld.seeded();
    const stored = await world.userAttributes.find();
    await world.run((tx) =>
      tx.userAttributes.save({
        ...stored,
        attributes: [anAttribute({ name: 'team' }), anAttribute({ name: 'rank', readableBy: 'admin' })],
      }),
    );
    return filterOwnAccess({ userAttributes: world.userAttributes })({
      callerId,
      permission,
      grants,
      seesAllAttributes: false,
      ...input,
    });
  }

  it('returns nothing without grants, and everything for a permission without a condition', async () => {
    expect(await filter({ roles: [], permissions: [] })).to.equal(false);
    expect(await filter({ roles: [], permissions: ['note.write'] })).to.equal(false);
    expect(await filter({ roles: [], permissions: [permission] })).to.equal(true);
  });

  it('fills in the id and the attributes that the caller can read', async () => {
    expect(await filter(grantsUnder(ofTeam, ofOwner))).to.deep.equal({
      any: [
        { attr: 'resource.team', eq: 'blue' },
        { attr: 'resource.ownerId', eq: callerId },
      ],
    });
  });

  it('refuses a filter that depends on an attribute that the caller cannot read, or that is not declared', async () => {
    const hidden = [ofRank, { attr: 'resource.team', eq: { ref: 'subject.squad' } }] as const;
    for (const condition of hidden)
      for (const grants of [grantsUnder(condition), grantsUnder(ofTeam, condition)])
        expect((await refusalOf(filter(grants))).refusal).to.equal('permission-required');
  });

  it('refuses it even if the filter would not contain the value', async () => {
    const { refusal } = await refusalOf(filter(grantsUnder({ any: [ofRank, { not: ofRank }] })));
    expect(refusal).to.equal('permission-required');
  });

  it('shows the value to a caller who sees all attributes', async () => {
    const filled = { attr: 'resource.rank', eq: 'high' };
    expect(await filter(grantsUnder(ofRank), { seesAllAttributes: true })).to.deep.equal(filled);
  });

  it('returns everything if the caller has the permission also without the condition', async () => {
    expect(await filter({ ...grantsUnder(ofRank), permissions: [permission] })).to.equal(true);
  });
});
