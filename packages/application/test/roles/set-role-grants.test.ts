import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { recordEndedGrants } from '../../src/roles/record-ended-grants.ts';
import { setRoleGrants } from '../../src/roles/set-role-grants.ts';
import { setUserRoles } from '../../src/roles/set-user-roles.ts';
import { anActor, anId, aRole, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

const dayMs = 24 * 3_600_000;

describe('setRoleGrants', () => {
  const [viewer, editor] = [aRole({ code: 'A_VIEWER' }), aRole({ code: 'B_EDITOR' })];
  const [actor, bob] = [anActor(), aUser()];
  let world: InMemoryWorld;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [viewer, editor], users: [bob], userRoles: [[bob.id, [viewer.id]]] });
  });

  const inDays = (days: number): Date => new Date(world.clock.now().getTime() + days * dayMs);
  const grant = (roleId: RoleId, period: Partial<RoleGrant> = {}): RoleGrant => ({
    roleId,
    validFrom: null,
    validUntil: null,
    ...period,
  });
  const set = (grants: readonly RoleGrant[], userId = bob.id) => setRoleGrants(world)({ actor, userId, grants });
  const userOf = async (id = bob.id) => (await world.users.find(id)) ?? expect.fail('There is no user.');
  const eventsOf = async () => (await world.events.after(0, 100)).map(({ type, changes }) => ({ type, changes }));

  it('replaces the roles and their periods, and returns them sorted by id', async () => {
    const grants = [grant(viewer.id, { validUntil: inDays(1) }), grant(editor.id, { validFrom: inDays(1) })];
    const sorted = grants.toSorted((a, b) => (a.roleId < b.roleId ? -1 : 1));
    expect(await set(grants)).to.deep.equal({ after: sorted.map(({ roleId }) => roleId), grants: sorted, version: 2 });
    const { roles, roleGrants } = await userOf();
    expect(roles.map(({ id }) => id)).to.deep.equal([viewer.id]);
    expect(roleGrants).to.deep.equal(grants);
    expect((await set([])).grants).to.deep.equal([]);
  });

  it('writes the same audit record as setUserRoles, even if only a period changes', async () => {
    await set([grant(viewer.id, { validUntil: inDays(1) })]);
    const { items } = await world.audit.list({ page: 1, pageSize: 10 });
    expect(items.map(({ payload }) => payload)).to.deep.equal([
      { actorId: actor.id, userId: bob.id, before: [viewer.id], after: [viewer.id] },
    ]);
  });

  it('§4.4 beginning or an end, rule 4: a change of only a period adds an event with the periods and increments the version, once', async () => {
    const grants = [grant(viewer.id, { validUntil: inDays(1) })];
    expect((await set(grants)).version).to.equal(2);
    expect((await set(grants)).version).to.equal(2);
    const recorded = { roleId: viewer.id, validFrom: null, validUntil: inDays(1).toISOString() };
    expect(await eventsOf()).to.deep.equal([
      { type: 'user.roles.changed', changes: { roleGrants: { before: [], after: [recorded] } } },
    ]);
  });

  it('§4.4 beginning or an end, rule 3: setUserRoles keeps the periods of the roles that the user keeps, and gives new roles without end', async () => {
    const bounded = grant(viewer.id, { validUntil: inDays(1) });
    await set([bounded]);
    await setUserRoles(world)({ actor, userId: bob.id, roleIds: [editor.id, viewer.id] });
    expect((await userOf()).roleGrants).to.deep.equal([bounded, grant(editor.id)]);
    await setUserRoles(world)({ actor, userId: bob.id, roleIds: [editor.id] });
    await setUserRoles(world)({ actor, userId: bob.id, roleIds: [viewer.id] });
    expect((await userOf()).roleGrants).to.deep.equal([grant(viewer.id)]);
  });

  it('refuses unknown users and roles', async () => {
    const [userId, roleId] = [anId<'User'>(), anId<'Role'>()];
    const { refusal, details } = await refusalOf(set([grant(roleId), grant(viewer.id)]));
    expect([refusal, details]).to.deep.equal(['unknown-roles', { missingIds: [roleId] }]);
    expect((await refusalOf(set([], userId))).refusal).to.equal('unknown-user');
  });

  describe('of an administrator', () => {
    const [ada, eve] = [aUser(), aUser()];
    const admin = administratorRole.id;
    beforeEach(() =>
      given(world, {
        users: [ada, eve],
        userRoles: [
          [ada.id, [admin]],
          [eve.id, [admin]],
        ],
      }),
    );

    it('may have an end while another enabled administrator has none', async () => {
      await set([grant(admin, { validUntil: inDays(1) })], ada.id);
      const attempts = [{ validUntil: inDays(1) }, { validFrom: inDays(1) }, { validUntil: inDays(-1) }];
      for (const period of attempts) {
        expect((await refusalOf(set([grant(admin, period)], eve.id))).refusal).to.equal('last-administrator');
      }
      expect((await refusalOf(set([], eve.id))).refusal).to.equal('last-administrator');
      expect((await userOf(eve.id)).roleGrants).to.deep.equal([grant(admin)]);
      await set([grant(admin, { validFrom: inDays(-1) })], eve.id);
      await set([], ada.id);
    });

    it('counts only if the administrator is enabled', async () => {
      await given(world, { users: [aUser()] });
      await world.run((tx) => tx.users.save({ ...eve, status: disabled }));
      const attempt = set([grant(admin, { validUntil: inDays(1) })], ada.id);
      expect((await refusalOf(attempt)).refusal).to.equal('last-administrator');
    });

    it('stays an administrator without end after any sequence of changes, whatever time passes', async () => {
      const periods = [{}, { validUntil: inDays(1) }, { validFrom: inDays(1) }, { validFrom: inDays(-1) }, undefined];
      const targets = [ada, eve, bob];
      for (let step = 0; step < 60; step += 1) {
        const [target, period] = [targets[(step * 7) % 3] ?? ada, periods[(step * step + step) % 5]];
        await set(period === undefined ? [] : [grant(admin, period)], target.id).catch(() => undefined);
        const holders = await Promise.all(targets.map(({ id }) => userOf(id)));
        const unlimited = holders
          .flatMap(({ roleGrants }) => roleGrants)
          .filter(({ validUntil }) => validUntil === null);
        expect(unlimited).not.to.deep.equal([]);
      }
    });
  });

  describe('recordEndedGrants', () => {
    it('§4.4 beginning or an end, rule 6: adds one event after each end, without an audit record, and leaves the role assigned', async () => {
      await set([grant(viewer.id, { validUntil: inDays(1) }), grant(editor.id, { validFrom: inDays(2) })]);
      const record = recordEndedGrants(world);
      const before = await eventsOf();
      expect(await record()).to.equal(0);
      world.clock.advance(dayMs);
      expect([await record(), await record()]).to.deep.equal([1, 0]);
      const end = world.clock.now().toISOString();
      const changes = { roleId: { before: viewer.id, after: null }, validUntil: { before: end, after: null } };
      expect(await eventsOf()).to.deep.equal([...before, { type: 'user.grant.expired', changes }]);
      expect((await world.audit.list({ page: 1, pageSize: 10 })).total).to.equal(1);
      const { roles, roleGrants, version } = await userOf();
      expect([roles, roleGrants.length, version]).to.deep.equal([[], 2, 2]);
    });

    it('processes at most one batch in one call', async () => {
      const users = Array.from({ length: 250 }, () => aUser());
      const ended = grant(viewer.id, { validUntil: world.clock.now() });
      await given(world, {
        users,
        userRoles: users.map(({ id }) => [id, [viewer.id]]),
        grantPeriods: users.map(({ id }) => [id, [ended]]),
      });
      const record = recordEndedGrants(world);
      expect([await record(), await record(), await record()]).to.deep.equal([200, 50, 0]);
    });
  });
});
