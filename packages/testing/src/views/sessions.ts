import type { Session } from '@portcullis/domain';
import type { SessionListQuery, SessionSortField, SessionView, SessionViews, Clock } from '@portcullis/application';
import { pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';

const listed: ListRules<Session, SessionSortField, SessionListQuery> = {
  sort: { lastUsedAt: (session) => session.lastUsedAt, createdAt: (session) => session.createdAt },
  defaultSort: { by: 'lastUsedAt', order: 'desc' },
  matches: ({ userId }, query) => userId === query.userId,
};

export const sessionViews = (now: () => State, clock: Clock): SessionViews => ({
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
