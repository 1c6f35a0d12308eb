import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import type { UnitOfWork } from '../../src/ports/unit-of-work.ts';
import { setUserRoles, type SetUserRolesInput } from '../../src/roles/set-user-roles.ts';
import { anActor, anId, aRole, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';
import { replaceMembers } from '../support/replace-members.ts';

describe('setUserRoles', () => {
  const bob = aUser();
  const [viewer, editor, author] = [aRole(), aRole(), aRole()];
  const actor = anActor();
  let world: InMemoryWorld;
  const set = (input: Partial<SetUserRolesInput>) =>
    setUserRoles(world)({ actor, userId: bob.id, roleIds: [], ...input });
  const rolesOf = async (id = bob.id) => (await world.users.find(id))?.roles.map((role) => role.id);
  const records = async () => (await world.audit.list({ page: 1, pageSize: 10 })).items;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { roles: [viewer, editor, author], users: [bob], userRoles: [[bob.id, [viewer.id]]] });
  });

  it('§4.4 role setting, rule 1: refuses unknown role ids, lists each once, and changes nothing', async () => {
    const [one, two] = [anId<'Role'>(), anId<'Role'>()];
    const { refusal, message, details } = await refusalOf(set({ roleIds: [two, editor.id, one, two] }));
    expect(refusal).to.equal('unknown-roles');
    expect(message).to.equal(`Unknown role ids: ${two}, ${one}`);
    expect(details).to.deep.equal({ missingIds: [two, one] });
    expect(await rolesOf()).to.deep.equal([viewer.id]);
    expect(await records()).to.deep.equal([]);
  });

  it('§4.4 role setting, rule 1: refuses an unknown user, and lists unknown roles in the same error', async () => {
    const [userId, role] = [anId<'User'>(), anId<'Role'>()];
    const { refusal, message, details } = await refusalOf(set({ userId, roleIds: [role, editor.id] }));
    expect(refusal).to.equal('unknown-user');
    expect(message).to.equal(`Unknown user id: ${userId}; unknown role ids: ${role}`);
    expect(details).to.deep.equal({ missingIds: [userId, role] });
    const alone = await refusalOf(set({ userId }));
    expect(alone.message).to.equal(`Unknown user id: ${userId}`);
    expect(alone.details).to.deep.equal({ missingIds: [userId] });
  });

  it('§4.4 role setting, rule 2: replaces all roles, and returns them sorted and without duplicates', async () => {
    const replaced = await set({ roleIds: [author.id, editor.id, author.id] });
    expect(replaced).to.deep.include({ after: [editor.id, author.id], version: 2 });
    expect(await rolesOf()).to.have.members([editor.id, author.id]);
  });

  it('§4.4 role setting, rule 2: an empty list removes every role', async () => {
    expect((await set({ roleIds: [] })).after).to.deep.equal([]);
    expect(await rolesOf()).to.deep.equal([]);
  });

  it('compares with the roles that the user has when the lock of the user is acquired', async () => {
    const work: UnitOfWork = {
      run: (within) =>
        world.run((tx) => {
          const lock: typeof tx.users.lock = async (id) => {
            // This write simulates a change that another transaction commits just before the lock is acquired.
            await tx.users.setRoles(id, { before: [viewer.id], after: [author.id] });
            return tx.users.lock(id);
          };
          return within(replaceMembers(tx, { users: { ...tx.users, lock } }));
        }),
    };
    await setUserRoles({ ...world, work })({ actor, userId: bob.id, roleIds: [editor.id] });
    expect(await rolesOf()).to.deep.equal([editor.id]);
    expect((await records())[0]?.payload).to.deep.include({ before: [author.id], after: [editor.id] });
  });

  it('§4.4 role setting, rule 3: records the actor, the client, the changed user and both sets, sorted', async () => {
    await set({ roleIds: [author.id, editor.id] });
    const [record, ...others] = await records();
    expect(others).to.deep.equal([]);
    expect(record).to.deep.include({
      event: 'user.roles.set',
      userId: actor.id,
      ipAddress: actor.ipAddress,
      userAgent: actor.userAgent,
      resource: 'User',
      resourceId: bob.id,
      action: 'UPDATE',
      payload: { actorId: actor.id, userId: bob.id, before: [viewer.id], after: [editor.id, author.id] },
      result: 'SUCCESS',
      createdAt: world.clock.now(),
    });
  });

  it('writes an audit record even if nothing changes', async () => {
    await set({ roleIds: [viewer.id] });
    expect((await records()).map(({ payload }) => [payload.before, payload.after])).to.deep.equal([
      [[viewer.id], [viewer.id]],
    ]);
  });

  it('writes consistent audit records for concurrent calls: each `before` is the previous `after`', async () => {
    const sets: RoleId[][] = [[editor.id], [author.id], []];
    await Promise.all(sets.map((roleIds) => set({ roleIds })));
    const payloads = (await records()).toReversed().map(({ payload }) => payload);
    const ends = [[viewer.id], ...payloads.map(({ after }) => after)];
    expect(payloads.map(({ before }) => before)).to.deep.equal(ends.slice(0, -1));
    expect(await rolesOf()).to.deep.equal(ends.at(-1));
  });

  it('refuses to take ADMIN from the last enabled user with that role', async () => {
    const [last, off] = [aUser(), aUser({ status: disabled })];
    const admin: [RoleId] = [administratorRole.id];
    await given(world, {
      users: [last, off],
      userRoles: [
        [last.id, admin],
        [off.id, admin],
      ],
    });
    expect((await refusalOf(set({ userId: last.id }))).refusal).to.equal('last-administrator');
    expect(await rolesOf(last.id)).to.deep.equal(admin);
    expect(await records()).to.deep.equal([]);
    await set({ roleIds: admin });
    expect((await set({ userId: last.id })).after).to.deep.equal([]);
  });
});
