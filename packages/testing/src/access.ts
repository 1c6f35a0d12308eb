import { isEffective, lastAuthentication, pathConditions } from '@portcullis/domain';
import type { AccessViews, CallerViews, Clock } from '@portcullis/application';
import { heldCodesOf } from './tables/grants.ts';
import type { State } from './tables/state.ts';

export const accessViews = (now: () => State, clock: Clock, views: CallerViews): AccessViews => {
  const grantedCodes: AccessViews['grantedCodes'] = async ({
    userId,
    sessionId,
    roles,
    permissions,
    maxAgeSeconds,
  }) => {
    const state = now();
    const session = state.sessions.get(sessionId);
    if (session?.userId !== userId || session.expiresAt <= clock.now()) return undefined;
    const user = state.users.get(userId);
    if (user === undefined || !isEffective(pathConditions.user, user)) return undefined;
    return {
      ...heldCodesOf(state, userId, { now: clock.now(), sessionId }, { roles, permissions }),
      ...(maxAgeSeconds !== undefined && {
        isRecent: clock.now().getTime() - lastAuthentication(session).getTime() <= maxAgeSeconds * 1000,
      }),
    };
  };
  return {
    grantedCodes,
    authorizeAndRead: async (query, authorize, read) => {
      const grants = await grantedCodes(query);
      authorize(grants);
      return read(views, () => Promise.resolve(grants));
    },
  };
};
