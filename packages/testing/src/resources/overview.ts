import { menuEnabled } from '@portcullis/domain/internal/menus/menu';
import { type ContentStatus, stateAt } from '@portcullis/domain/internal/contents/schedule';
import { enabled } from '@portcullis/domain/internal/shared/status';
import {
  type DayActivity,
  type OverviewViews,
  overviewDays,
  overviewEntries,
} from '@portcullis/application/internal/ports/overview';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/overview.ts')];

const counted = (things: ReadonlyMap<string, { readonly status: number }>, enabledStatus: number) => ({
  total: things.size,
  enabled: [...things.values()].filter(({ status }) => status === enabledStatus).length,
});

function contentsOf({ contents }: State, at: Date) {
  const statuses = [...contents.values()].map((content) => stateAt(content, at).status);
  const withStatus = (status: ContentStatus) => statuses.filter((each) => each === status).length;
  return {
    total: contents.size,
    drafts: withStatus('DRAFT'),
    published: withStatus('PUBLISHED'),
    archived: withStatus('ARCHIVED'),
  };
}

/** Returns the last `overviewEntries` entries, newest first. Entries with equal dates are sorted by descending key. */
const latest = <Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => readonly [at: Date, key: string]) =>
  entries
    .toSorted((a, b) => {
      const [[at, key], [otherAt, otherKey]] = [keyOf(a), keyOf(b)];
      return otherAt.getTime() - at.getTime() || Number(otherKey > key) - Number(otherKey < key);
    })
    .slice(0, overviewEntries);

const dayMs = 24 * 3_600_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Counts the events of each day. It reads all events every time, because a test has only few events. */
function activityOf({ events }: State, at: Date): readonly DayActivity[] {
  const days = Array.from({ length: overviewDays }, (_, index) =>
    dayOf(new Date(at.getTime() - (overviewDays - 1 - index) * dayMs)),
  );
  return days.map((day) => {
    const types = events.filter(({ occurredAt }) => dayOf(occurredAt) === day).map(({ type }) => type);
    return {
      day,
      logIns: types.filter((type) => type === 'session.started').length,
      refusedLogIns: types.filter((type) => type === 'session.refused').length,
      changes: types.filter((type) => !type.startsWith('session.') && type !== 'account.locked').length,
    };
  });
}

export const views = (now: () => State, clock: Clock): OverviewViews => ({
  read: async () => {
    const state = now();
    const nameOf = (id: Parameters<typeof state.users.get>[0]) => state.users.get(id)?.username ?? null;
    const logins = [...state.loginAddresses.values()].flat();
    return {
      users: counted(state.users, enabled),
      roles: counted(state.roles, enabled),
      permissions: { total: state.permissions.size },
      menus: counted(state.menus, menuEnabled),
      contents: contentsOf(state, clock.now()),
      categories: { total: state.categories.size },
      tags: { total: state.tags.size },
      lastLogins: latest(logins, ({ lastLoginAt, userId, network }) => [lastLoginAt, `${userId} ${network}`]).map(
        ({ userId, network, lastLoginAt }) => ({
          userId,
          username: nameOf(userId) ?? '',
          address: network,
          lastLoginAt,
        }),
      ),
      lastChanges: latest([...state.audit.values()], ({ createdAt, id }) => [createdAt, id]).map(
        ({ id, event, userId, resource, resourceId, createdAt }) => ({
          id,
          event,
          userId,
          username: nameOf(userId),
          resource,
          resourceId,
          resourceName: nameOf(resourceId),
          createdAt,
        }),
      ),
      activity: activityOf(state, clock.now()),
    };
  },
});
