import { expect } from 'chai';
import type { ServiceAndDatabase } from './site.ts';

/** Returns SQL that selects the events of one type, including events in `new_events`, which have no position yet. */
const eventsOf = (type: string, column: string): string =>
  ['events', 'new_events'].map((table) => `SELECT ${column} FROM ${table} WHERE type = '${type}'`).join(' UNION ALL ');

/**
 * For each kind of write, a query for the written rows and a query for their events. The tests delete nothing, so the
 * two queries must find the same values.
 */
const writes: Readonly<Record<string, readonly [rows: string, events: string]>> = {
  contents: ['SELECT id FROM contents', eventsOf('content.created', 'subject_id')],
  users: ['SELECT id FROM users', eventsOf('user.created', 'subject_id')],
  // Each request that set the roles of a user had a unique User-Agent header. A request that set the roles which the user
  // already had is audited, but adds no event.
  'role settings': [
    `SELECT user_agent FROM audit_records WHERE user_agent LIKE 'setting-%'
       AND NOT ((payload->'before') @> (payload->'after') AND (payload->'after') @> (payload->'before'))`,
    `SELECT user_agent FROM (${eventsOf('user.roles.changed', 'user_agent')}) e WHERE user_agent LIKE 'setting-%'`,
  ],
};

/** Expects exactly one event for each committed write, acknowledged or not, and no event for other writes. */
export async function expectEventsOfWrites({ database }: ServiceAndDatabase): Promise<void> {
  const wrong: string[] = [];
  for (const [name, [rows, events]] of Object.entries(writes)) {
    for (const [what, sql] of [
      ['without an event', `(${rows}) EXCEPT ALL (${events})`],
      ['that are only an event', `(${events}) EXCEPT ALL (${rows})`],
    ] as const) {
      const count = await database.ask(`SELECT count(*) FROM (${sql}) differing`);
      if (count !== '0') wrong.push(`${count} ${name} ${what}`);
    }
  }
  expect(wrong).to.deep.equal([]);
}
