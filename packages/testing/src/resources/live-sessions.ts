import { draftReaders, enabled } from '@portcullis/domain';
import type { Clock, LiveSessionViews } from '@portcullis/application';
import { effectivePermissionsOf, effectiveRolesOf, grantedMenusOf } from '../tables/grants.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { versions } from '../tables/versions.ts';

const roles: ReadonlySet<string> = new Set(draftReaders.roles);
const permissions: ReadonlySet<string> = new Set(draftReaders.permissions);

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
        const granted = new Set(grantedMenusOf(state, userId, id).map((menu) => menu.id));
        return {
          id,
          userId,
          expiresAt,
          roleIds: linksOf(state.userRoles, userId).toSorted(),
          isEditor:
            effectiveRolesOf(state, userId, id).some(({ code }) => roles.has(code)) ||
            effectivePermissionsOf(state, userId, id).some(({ code, isAdopted }) => isAdopted && permissions.has(code)),
          menuVersion: versionOf([[...state.menus.values()], [...granted].toSorted()]),
        };
      });
    },
  };
}
