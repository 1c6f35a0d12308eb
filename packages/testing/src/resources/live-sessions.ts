import { draftReaders, enabled } from '@portcullis/domain';
import type { Clock, LiveSessionViews } from '@portcullis/application';
import { grantedMenusOf, heldCodesOf } from '../tables/grants.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { versions } from '../tables/versions.ts';

export function views(now: () => State, clock: Clock): LiveSessionViews {
  const versionOf = versions();
  return {
    find: async (ids) => {
      const state = now();
      return ids.flatMap((id) => {
        const session = state.sessions.get(id);
        if (session === undefined || session.expiresAt <= clock.now()) return [];
        const { userId, expiresAt } = session;
        if (state.users.get(userId)?.status !== enabled) return [];
        const { roles, permissions } = heldCodesOf(state, userId, id, draftReaders);
        const granted = new Set(grantedMenusOf(state, userId, id).map((menu) => menu.id));
        return {
          id,
          userId,
          expiresAt,
          roleIds: linksOf(state.userRoles, userId).toSorted(),
          isEditor: roles.length + permissions.length > 0,
          menuVersion: versionOf([[...state.menus.values()], [...granted].toSorted()]),
        };
      });
    },
  };
}
