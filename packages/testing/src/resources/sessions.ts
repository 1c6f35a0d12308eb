import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type {
  SessionListQuery,
  SessionRepository,
  SessionSortField,
  SessionView,
  SessionViews,
} from '@portcullis/application/internal/ports/sessions';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { type ListRules, pageOf, sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/sessions.ts')];

export function repository(state: State): SessionRepository {
  const { add, save, remove } = table(state.sessions, { referencesExist: ({ userId }) => state.users.has(userId) });
  return {
    add,
    save,
    end: remove,
    lockLive: async (id, at) => {
      const session = state.sessions.get(id);
      if (session === undefined || session.expiresAt <= at) return undefined;
      return state.users.get(session.userId)?.status === enabled ? session : undefined;
    },
    endLive: async (userId, id, at) => {
      const session = liveOf(state, userId, at).find((each) => each.id === id);
      if (session !== undefined) state.sessions.delete(id);
      return session !== undefined;
    },
    endLeastRecentlyUsed: async (userId, keep, at) => {
      const live = sortedBy(liveOf(state, userId, at), ({ lastUsedAt, id }) => [lastUsedAt, id]).toReversed();
      const ended = live.slice(keep).map(({ id }) => id);
      for (const id of ended) state.sessions.delete(id);
      return ended;
    },
    endAll: async (userId, except) => {
      const own = [...state.sessions.values()].filter((session) => session.userId === userId && session.id !== except);
      for (const { id } of own) state.sessions.delete(id);
      return own.map(({ id }) => id);
    },
    endBegunWith: async (userId, passkeyIds, except) => {
      const begun = [...state.sessions.values()].filter(
        ({ id, passkeyId, ...session }) =>
          session.userId === userId && passkeyId !== null && passkeyIds.includes(passkeyId) && id !== except,
      );
      for (const { id } of begun) state.sessions.delete(id);
      return begun.map(({ id }) => id);
    },
    forgetFactors: async (userId) => {
      for (const session of state.sessions.values())
        if (session.userId === userId) state.sessions.set(session.id, { ...session, hasFactor: false });
    },
    removeExpired: async (at, limit) => removeWhere(state.sessions, ({ expiresAt }) => expiresAt <= at, limit),
  };
}

const liveOf = (state: State, userId: UserId, at: Date): readonly Session[] =>
  [...state.sessions.values()].filter((session) => session.userId === userId && session.expiresAt > at);

const listed: ListRules<Session, SessionSortField, SessionListQuery> = {
  sort: {},
  defaultSort: { by: 'lastUsedAt', order: 'desc' },
  matches: ({ userId }, query) => userId === query.userId,
};

export const views = (now: () => State, clock: Clock): SessionViews => ({
  list: async (query) => {
    const live = [...now().sessions.values()].filter(({ expiresAt }) => expiresAt > clock.now());
    const { items, ...page } = pageOf(live, query, listed);
    return { items: items.map(viewOf), ...page };
  },
});

const viewOf = ({ id, ipAddress, userAgent, createdAt, lastUsedAt, expiresAt }: Session): SessionView => ({
  id,
  ipAddress,
  userAgent,
  createdAt,
  lastUsedAt,
  expiresAt,
});
