import { draftsReachedBy } from '@portcullis/domain/internal/access/reach';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import { isEffective, pathConditions } from '@portcullis/domain/internal/access/effective-access';
import type { LiveSessionViews } from '@portcullis/application/internal/ports/live-updates';
import type { Clock } from '@portcullis/application/internal/ports/system';
import {
  codesOf,
  conditionalGrantsOf,
  conditionalReadsOf,
  effectiveRolesOf,
  grantedMenusOf,
  grantsOf,
  heldCodesOf,
  readsOf,
} from '../tables/grants.ts';
import type { State } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { versions } from '../tables/versions.ts';

export const contracts = [() => import('../contracts/live-sessions.ts')];

export function views(now: () => State, clock: Clock): LiveSessionViews {
  const versionOf = versions();
  return {
    find: async (ids) => {
      const state = now();
      return ids.flatMap((id) => {
        const session = state.sessions.get(id);
        const viewpoint = { now: clock.now(), sessionId: id };
        if (session === undefined || session.expiresAt <= viewpoint.now) return [];
        const { userId, expiresAt } = session;
        const user = state.users.get(userId);
        if (user === undefined || !isEffective(pathConditions.user, user)) return [];
        const { roles, permissions } = heldCodesOf(state, userId, viewpoint, draftReaders);
        const granted = new Set(grantedMenusOf(state, userId, viewpoint).map((menu) => menu.id));
        const times = grantsOf(state, userId)
          .flatMap(({ validFrom, validUntil }) => [validFrom, validUntil])
          .filter((time) => time !== null)
          .toSorted((a, b) => a.getTime() - b.getTime());
        return {
          id,
          userId,
          expiresAt,
          roleIds: linksOf(state.userRoles, userId).toSorted(),
          drafts:
            roles.length + permissions.length > 0 ||
            draftsReachedBy(conditionalGrantsOf(state, userId, viewpoint, draftReaders.permissions), userId),
          reads: readsOf(state, userId, viewpoint),
          conditionalReads: conditionalReadsOf(state, userId, viewpoint),
          roles: codesOf(effectiveRolesOf(state, userId, viewpoint)),
          menuVersion: versionOf([[...state.menus.values()], [...granted].toSorted()]),
          accessChangesAt: times.find((time) => time > viewpoint.now) ?? null,
          accessChangedAt: times.findLast((time) => time <= viewpoint.now) ?? null,
        };
      });
    },
  };
}
