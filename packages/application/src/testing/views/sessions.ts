import type { SessionViews } from '../../ports/sessions.ts';
import type { Clock } from '../../ports/system.ts';
import type { State } from '../state.ts';

export const sessionViews = (now: () => State, clock: Clock): SessionViews => ({
  ofUser: async (userId) =>
    [...now().sessions.values()]
      .filter((session) => session.userId === userId && session.expiresAt > clock.now())
      .toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(({ id, ipAddress, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        ipAddress,
        userAgent,
        createdAt,
        lastUsedAt,
        expiresAt,
      })),
});
