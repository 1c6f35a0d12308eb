import {
  overviewDays,
  overviewEntries,
  overviewEvents,
  type LastChange,
  type LastLogin,
  type Overview,
  type OverviewViews,
} from '@portcullis/application/internal/ports/overview';
import { currentStatus, dueCondition } from './sql/schedule.ts';
import type { ResourceStore } from './resource-store.ts';
import { sql } from './postgres/reader.ts';

const lists = ['users', 'roles', 'permissions', 'menus', 'contents', 'categories', 'tags'] as const;

const list = (rows: string): string => `coalesce((SELECT json_agg(rows) FROM (${rows}) rows), '[]')`;

/**
 * Selects the stored totals and corrects them by the scheduled transitions that are due but not stored yet (ADR 80).
 * Only the totals of the lists in the overview are read, because the table `totals` also has a row for each tag.
 */
const totals = `SELECT list, key, sum(total)::bigint AS total FROM totals
  WHERE list IN (${lists.map((name) => `'${name}'`).join(', ')}) GROUP BY list, key
  UNION ALL SELECT 'contents', change.* FROM contents t
    CROSS JOIN LATERAL (VALUES (${currentStatus}, 1), (t.status, -1)) change WHERE ${dueCondition}`;

const logins = `SELECT a.user_id AS "userId", u.username, a.network AS address, a.last_login_at AS "lastLoginAt"
  FROM (SELECT * FROM login_addresses ORDER BY last_login_at DESC LIMIT ${overviewEntries}) a JOIN users u ON u.id = a.user_id
  ORDER BY a.last_login_at DESC, a.user_id DESC, a.network DESC`;

const changes = `SELECT a.id, a.event, a.user_id AS "userId", actor.username, a.resource, a.resource_id AS "resourceId",
    subject.username AS "resourceName", a.created_at AS "createdAt"
  FROM (SELECT * FROM audit_records ORDER BY created_at DESC, id DESC LIMIT ${overviewEntries}) a
  LEFT JOIN users actor ON actor.id = a.user_id LEFT JOIN users subject ON subject.id = a.resource_id
  ORDER BY a.created_at DESC, a.id DESC`;

const newestOf = (table: string, order: string): string => `SELECT type, (occurred_at AT TIME ZONE 'UTC')::date AS day
  FROM ${table} ORDER BY ${order} DESC LIMIT ${overviewEvents}`;

/**
 * Selects the earliest day in the subquery `events` if this subquery reached its limit of `overviewEvents` rows. In
 * this case, some events of that day may not have been read.
 */
const incompleteDay = (events: string): string =>
  `(SELECT min(day) FROM ${events} HAVING count(*) = ${overviewEvents})`;

/**
 * Counts the events of each day. Only the newest events are read, so that the duration of the read does not grow with
 * the log. A day is omitted if some of its events may not have been read. The newest events may still be in
 * `new_events`, without a position.
 */
const activity = `WITH unnumbered AS (${newestOf('new_events', 'place')}), numbered AS (${newestOf('events', 'position')}),
    newest AS (SELECT * FROM unnumbered UNION ALL SELECT * FROM numbered),
    today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day)
  SELECT to_char(d.day, 'YYYY-MM-DD') AS day,
    count(*) FILTER (WHERE type = 'session.started') AS "logIns",
    count(*) FILTER (WHERE type = 'session.refused') AS "refusedLogIns",
    count(*) FILTER (WHERE type NOT LIKE 'session.%' AND type <> 'account.locked') AS changes
  FROM (SELECT today.day - ago AS day FROM today, generate_series(0, ${overviewDays - 1}) ago) d
    LEFT JOIN newest ON newest.day = d.day
  WHERE d.day > coalesce(greatest(${incompleteDay('unnumbered')}, ${incompleteDay('numbered')}), '-infinity')
  GROUP BY d.day ORDER BY d.day`;

const overview = sql`SELECT ${list(totals)} AS totals, ${list(logins)} AS "lastLogins", ${list(changes)} AS "lastChanges",
    ${list(activity)} AS activity`;

type ListName = (typeof lists)[number];

interface Row {
  readonly totals: readonly { readonly list: ListName; readonly key: string; readonly total: number }[];
  readonly lastLogins: readonly (Omit<LastLogin, 'lastLoginAt'> & { readonly lastLoginAt: string })[];
  readonly lastChanges: readonly (Omit<LastChange, 'createdAt'> & { readonly createdAt: string })[];
  readonly activity: Overview['activity'];
}

const nothing: Row = { totals: [], lastLogins: [], lastChanges: [], activity: [] };

export const overviewStore: ResourceStore<undefined, OverviewViews> = {
  views: (reader) => ({
    read: async () => overviewOf((await reader.row<Row>(overview)) ?? nothing),
  }),
};

function overviewOf({ totals: kept, lastLogins, lastChanges, activity: days }: Row): Overview {
  const total = (name: ListName, ofKey?: string): number =>
    kept.reduce((sum, each) => (each.list === name && (ofKey ?? each.key) === each.key ? sum + each.total : sum), 0);
  const totalAndEnabled = (name: ListName) => ({ total: total(name), enabled: total(name, '1') });
  return {
    users: totalAndEnabled('users'),
    roles: totalAndEnabled('roles'),
    permissions: { total: total('permissions') },
    menus: totalAndEnabled('menus'),
    contents: {
      total: total('contents'),
      drafts: total('contents', 'DRAFT'),
      published: total('contents', 'PUBLISHED'),
      archived: total('contents', 'ARCHIVED'),
    },
    categories: { total: total('categories') },
    tags: { total: total('tags') },
    lastLogins: lastLogins.map((login) => ({ ...login, lastLoginAt: new Date(login.lastLoginAt) })),
    lastChanges: lastChanges.map((change) => ({ ...change, createdAt: new Date(change.createdAt) })),
    activity: days,
  };
}
