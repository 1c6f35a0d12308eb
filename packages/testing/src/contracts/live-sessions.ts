import { administratorRole, builtInPermissions, moderatorRole, userRole } from '@portcullis/domain/internal/built-in';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { aMenu, anId, aPermission, aRole, aSession, aUser, unique } from '../builders.ts';
import { given, givenContentPermissions } from '../given.ts';
import type { OpenStore } from './store.ts';

export function liveSessionContract(adapter: string, open: OpenStore): void {
  const find = (...sessions: readonly Pick<Session, 'id'>[]) => open().liveSessions.find(sessions.map(({ id }) => id));

  describe(`Live sessions contract, ${adapter}`, () => {
    it('find returns the given sessions that are live, with all roles of their users', async () => {
      const [ada, bob] = [aUser(), aUser({ status: disabled })];
      const roles = [aRole(), aRole({ status: disabled })];
      const live = aSession({ userId: ada.id });
      const expired = aSession({ userId: ada.id, expiresAt: new Date(Date.now() - 3_600_000) });
      const ofDisabled = aSession({ userId: bob.id });
      await given(open().work, {
        roles,
        users: [ada, bob],
        userRoles: [[ada.id, roles.map(({ id }) => id)]],
        sessions: [live, expired, ofDisabled],
      });
      const found = await find(live, expired, ofDisabled, { id: anId() });
      expect(found.map(({ menuVersion: _version, ...session }) => session)).to.deep.equal([
        {
          id: live.id,
          userId: ada.id,
          expiresAt: live.expiresAt,
          roleIds: roles.map(({ id }) => id).toSorted(),
          drafts: false,
          reads: [],
          conditionalReads: [],
          roles: roles.slice(0, 1).map(({ code }) => code),
          accessChangesAt: null,
          accessChangedAt: null,
        },
      ]);
      expect(await find()).to.deep.equal([]);
    });

    it('marks the sessions of users who may read unpublished contents', async () => {
      const [moderator, user, reader, role] = [aUser(), aUser(), aUser(), aRole()];
      const [ofModerator, ofUser] = [aSession({ userId: moderator.id }), aSession({ userId: user.id })];
      const ofReader = aSession({ userId: reader.id });
      const { 'content.read-drafts': readDrafts } = await givenContentPermissions(open().work);
      await given(open().work, {
        users: [moderator, user, reader],
        roles: [role],
        rolePermissions: [[role.id, [readDrafts]]],
        userRoles: [
          [reader.id, [role.id]],
          [moderator.id, [moderatorRole.id]],
          [user.id, [userRole.id]],
        ],
        sessions: [ofModerator, ofReader, ofUser],
      });
      const sessions = [ofModerator, ofReader, ofUser];
      const found = new Map((await find(...sessions)).map(({ id, drafts }) => [id, drafts]));
      expect(sessions.map(({ id }) => found.get(id))).to.deep.equal([true, true, false]);
    });

    it('returns the permissions to read resources, also of other packages', async () => {
      const [user, role] = [aUser(), aRole()];
      const session = aSession({ userId: user.id });
      const codes = ['acme.label.read', 'acme.label.update', 'label.read'].map((code) => unique(code));
      const permissions = codes.map((code) => aPermission({ code }));
      const read = aPermission({ code: `${unique('acme')}.label.read` });
      const readUsers = builtInPermissions.filter(({ code }) => code === 'user.read');
      await given(open().work, {
        users: [user],
        permissions: [...permissions, read],
        roles: [role],
        rolePermissions: [[role.id, [...permissions, read, ...readUsers].map(({ id }) => id)]],
        userRoles: [[user.id, [role.id]]],
        sessions: [session],
      });
      const [found] = await find(session);
      expect(found?.reads).to.deep.equal([read.code, 'user.read']);
      expect(found?.roles).to.deep.equal([role.code]);
    });

    it('returns the conditions on permissions to read resources of other packages, with the values of the user', async () => {
      const [user, role] = [aUser(), aRole()];
      const session = aSession({ userId: user.id });
      const prefix = unique('acme');
      const permissions = ['read', 'update'].map((action) => aPermission({ code: `${prefix}.label.${action}` }));
      const condition = { attr: 'resource.ownerId', eq: { ref: 'subject.id' } } as const;
      await given(open().work, {
        users: [user],
        permissions,
        roles: [role],
        rolePermissions: [[role.id, permissions.map(({ id }) => id)]],
        conditions: [[role.id, permissions.map(({ id: permissionId }) => ({ permissionId, condition }))]],
        userRoles: [[user.id, [role.id]]],
        sessions: [session],
      });
      const [found] = await find(session);
      const { attributes } = user;
      expect(found?.conditionalReads).to.deep.equal([{ code: `${prefix}.label.read`, condition, attributes }]);
      expect(found?.reads).to.deep.equal([]);
    });

    it('returns the roles that are effective in the sessions', async () => {
      const [administrator, moderator] = [aUser(), aUser()];
      const sessions = [aSession({ userId: administrator.id }), aSession({ userId: moderator.id })];
      await given(open().work, {
        users: [administrator, moderator],
        userRoles: [
          [administrator.id, [administratorRole.id]],
          [moderator.id, [moderatorRole.id]],
        ],
        sessions,
      });
      const found = new Map((await find(...sessions)).map(({ id, roles }) => [id, roles]));
      expect(sessions.map(({ id }) => found.get(id))).to.deep.equal([[administratorRole.code], [moderatorRole.code]]);
    });

    it('returns the condition on unpublished contents, with the values of the user', async () => {
      const [user, role] = [aUser(), aRole()];
      const session = aSession({ userId: user.id });
      const { 'content.read-drafts': readDrafts } = await givenContentPermissions(open().work);
      const permissionIds = [readDrafts];
      const condition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } } as const;
      await given(open().work, {
        users: [user],
        roles: [role],
        rolePermissions: [[role.id, permissionIds]],
        conditions: [[role.id, permissionIds.map((permissionId) => ({ permissionId, condition }))]],
        userRoles: [[user.id, [role.id]]],
        sessions: [session],
      });
      const [found] = await find(session);
      expect(found?.drafts).to.deep.equal({ attr: 'resource.authorId', eq: user.id });
    });

    it('ignores a role that requires a second factor in the menu version of a session without one', async () => {
      const { work } = open();
      const [user, menu] = [aUser(), aMenu()];
      const role = aRole();
      const [without, having] = [aSession({ userId: user.id }), aSession({ userId: user.id, hasFactor: true })];
      await given(work, {
        menus: [menu],
        roles: [role],
        roleMenus: [[role.id, [menu.id]]],
        users: [user],
        userRoles: [[user.id, [role.id]]],
        sessions: [without, having],
      });
      const versions = async () => {
        const found = new Map((await find(without, having)).map(({ id, menuVersion }) => [id, menuVersion]));
        return [found.get(without.id), found.get(having.id)];
      };
      const [before] = await versions();
      expect(await versions()).to.deep.equal([before, before]);
      await work.run((tx) => tx.roles.save({ ...role, requiresFactor: true }));
      const [after, kept] = await versions();
      expect(kept).to.equal(before);
      expect(after).not.to.equal(before);
    });

    it('changes the menu version only if the granted menus or any menu changes', async () => {
      const { work } = open();
      const [user, other] = [aUser(), aUser()];
      const [session, ofOther] = [aSession({ userId: user.id }), aSession({ userId: other.id })];
      const [role, menu] = [aRole(), aMenu()];
      await given(work, {
        menus: [menu],
        roles: [role],
        users: [user, other],
        userRoles: [[user.id, [role.id]]],
        sessions: [session, ofOther],
      });
      const version = async (of: Session) => (await find(of))[0]?.menuVersion;
      const [first, firstOfOther] = [await version(session), await version(ofOther)];
      expect(await version(session)).to.equal(first);
      await work.run((tx) => tx.roles.setMenus(role.id, { before: [], after: [menu.id] }));
      const granted = await version(session);
      expect(granted).not.to.equal(first);
      expect(await version(ofOther)).to.equal(firstOfOther);
      await work.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect(await version(session)).to.equal(first);
      await work.run((tx) => tx.menus.save({ ...menu, menuName: 'another' }));
      expect(await version(session)).not.to.equal(first);
      expect(await version(ofOther)).not.to.equal(firstOfOther);
    });
  });
}
