import { expect } from 'chai';
import { setPermissionGrants, type RequestedGrant } from '../../src/roles/set-permission-grants.ts';
import { setUserAttributes } from '../../src/user-attributes/user-attributes.ts';
import { anActor, anAttribute, anId, aPermission, aRole } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('setPermissionGrants', () => {
  const actor = anActor();
  const role = aRole({ code: 'EDITOR' });
  const permissions = [aPermission(), aPermission(), aPermission()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [first = anId<'Permission'>(), second = first, third = first] = permissions.map(({ id }) => id);
  const owned = { attr: 'resource.owner', eq: { ref: 'subject.id' } } as const;
  const open = { attr: 'resource.state', eq: 'open' } as const;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { permissions, roles: [role] });
  });

  const set = (grants: readonly RequestedGrant[], roleId = role.id) =>
    setPermissionGrants(world)({ actor, roleId, grants });
  const grant = (permissionId: typeof first, condition: unknown = null) => ({ permissionId, condition });
  const stored = async () =>
    (await world.roles.grantsOf(role.id))?.map(({ permissionId, condition }) => ({ permissionId, condition }));

  it('replaces the permissions and their conditions, and returns them sorted by id', async () => {
    const sorted = [grant(first, owned), grant(second), grant(third, open)];
    const [a, b, c] = sorted;
    if (a === undefined || b === undefined || c === undefined) return expect.fail('A grant is missing.');
    for (const grants of [[c, a, b], [b, a, c], sorted]) {
      expect((await set(grants)).grants).to.deep.equal(sorted);
      expect(await stored()).to.have.deep.members(sorted);
    }
    expect((await set([grant(second, open)])).grants).to.deep.equal([grant(second, open)]);
    expect(await stored()).to.deep.equal([grant(second, open)]);
  });

  it('increments the version of the role if a permission or a condition changes, and only then', async () => {
    const versions = [];
    for (const condition of [null, owned, owned, open, null, null]) {
      versions.push((await set([grant(first, condition)])).version);
      expect(await stored()).to.deep.equal([grant(first, condition)]);
    }
    expect(versions).to.deep.equal([2, 3, 3, 4, 5, 5]);
    expect((await world.roles.find(role.id))?.version).to.equal(5);
  });

  it('gives a permission that was removed and added again no earlier condition', async () => {
    await set([grant(first, owned)]);
    await set([]);
    await set([grant(first)]);
    expect(await stored()).to.deep.equal([grant(first)]);
    await set([]);
    await set([grant(first, owned)]);
    expect(await stored()).to.deep.equal([grant(first, owned)]);
  });

  it('refuses unknown roles and permissions', async () => {
    const unknown = anId<'Permission'>();
    expect((await refusalOf(set([], anId()))).refusal).to.equal('role-not-found');
    const attempt = set([grant(first), grant(unknown, owned)]);
    expect(await refusalOf(attempt)).to.deep.include({
      refusal: 'unknown-permissions',
      details: { missingIds: [unknown] },
    });
    expect(await stored()).to.deep.equal([]);
  });

  it('says which condition is not acceptable', async () => {
    const { refusal, details } = await refusalOf(set([grant(first), grant(second, { attr: 'resource.owner' })]));
    expect(refusal).to.equal('condition-unacceptable');
    expect(JSON.stringify(details)).to.contain('grants[1].condition');
  });

  it('accepts conditions on attributes of users that only administrators can write', async () => {
    const attributes = [anAttribute({ name: 'region', writableBy: 'admin' }), anAttribute({ name: 'nickname' })];
    await setUserAttributes(world)({ actor, attributes });
    const inRegion = { attr: 'resource.region', eq: { ref: 'subject.region' } };
    await set([grant(first, inRegion)]);
    expect(await stored()).to.deep.equal([grant(first, inRegion)]);
    const ofNickname = { attr: 'resource.name', eq: { ref: 'subject.nickname' } };
    const attempt = set([grant(second), grant(first, ofNickname)]);
    expect((await refusalOf(attempt)).refusal).to.equal('attribute-in-use');
    expect(await stored()).to.deep.equal([grant(first, inRegion)]);
  });
});
