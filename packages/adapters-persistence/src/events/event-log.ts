import type { EventLog, VersionChange } from '@portcullis/application/internal/ports/events';
import { incrementsVersion, type EventSubject, type NewEvent } from '@portcullis/domain/internal/events/event';
import type { EntityManager } from 'typeorm';
import { sql, type Statement } from '../postgres/reader.ts';
import type { OpenedTransaction } from '../resource-store.ts';
import { execute } from '../sql/transaction.ts';
import { addEvents } from './event-batches.ts';

/** The tables of subjects with a version number, by the types of the subjects. */
type VersionedTables = Readonly<Partial<Record<EventSubject['type'], string>>>;

/** The tables of this package. */
const builtInTables: VersionedTables = {
  user: 'users',
  userAttributes: 'user_attributes',
  role: 'roles',
  permission: 'permissions',
  menu: 'menus',
  category: 'categories',
  tag: 'tags',
  media: 'media',
  content: 'contents',
  routeTable: 'route_table',
};

/** Returns the table with the version number of the subject; undefined if the event changes no version number. */
const versionedTableOf = (event: NewEvent, own: VersionedTables): string | undefined =>
  incrementsVersion(event) ? (builtInTables[event.subject.type] ?? own[event.subject.type]) : undefined;

/** The statements that add an event, by what they look up. */
const additions = new Map<string, Statement>();

/**
 * Returns the SQL expression for the name of a user. If the event does not contain the name, the expression looks it
 * up.
 */
const nameOf = (id: string, known: string, isUnknown: boolean): string =>
  isUnknown ? `coalesce(${known}, (SELECT username FROM users WHERE id = ${id}))` : known;

/**
 * Returns the statement that adds an event. To save round trips, the statement also looks up the version number of the
 * subject, and user names that the use case did not read. Each combination of these lookups has a separate statement. A
 * single statement for all combinations would be slower, because PostgreSQL prepares every subquery for execution, even
 * if its result is not needed.
 */
function additionOf(event: NewEvent, own: VersionedTables): Statement {
  const { actor, subject } = event;
  const table = versionedTableOf(event, own);
  const isActorUnknown = actor.id !== null && actor.name === null;
  const isSubjectUnknown = subject.id !== null && subject.name === null;
  const key = `${table} ${isActorUnknown} ${isSubjectUnknown}`;
  const existing = additions.get(key);
  if (existing !== undefined) return existing;
  const made = sql`INSERT INTO new_events (id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent,
      session_id, subject_type, subject_id, subject_name, changes, request_id, api_key_id, api_key_name, agent,
      subject_version)
    VALUES ($1, $2, $3, $4, $5, ${nameOf('$5', '$6', isActorUnknown)}, $7, $8, $9, $10, $11,
      ${nameOf('$11', '$12', isSubjectUnknown)}, $13, $14, $15, $16, $17,
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = $11)`})`;
  additions.set(key, made);
  return made;
}

const valuesOf = ({ id, type, occurredAt, actor, subject, changes, requestId }: NewEvent): readonly unknown[] => [
  id,
  type,
  occurredAt,
  actor.type,
  actor.id,
  actor.name,
  actor.ipAddress,
  actor.userAgent,
  actor.sessionId,
  subject.type,
  subject.id,
  subject.name,
  JSON.stringify(changes),
  requestId,
  actor.apiKey?.id ?? null,
  actor.apiKey?.name ?? null,
  actor.agent === null ? null : JSON.stringify(actor.agent),
];

const subjectChanges = (table: string): string => `SELECT subject_version AS version, actor_type, actor_id, changes
  FROM ${table} WHERE subject_id = $1 AND subject_version > $2 AND subject_version <= $3 AND changes <> '{}'`;

const changesOf = sql`SELECT version, CASE WHEN actor_type <> 'system' THEN actor_id END AS by,
      array(SELECT jsonb_object_keys(changes)) AS fields
    FROM (${subjectChanges('new_events')} UNION ALL ${subjectChanges('events')}) changed
    ORDER BY version DESC LIMIT 1000`;

export const eventLog = (db: EntityManager, transaction: OpenedTransaction): EventLog => ({
  add: async (event) => {
    transaction.awaitAtCommit(execute(db, additionOf(event, transaction.versionedTables), valuesOf(event)));
  },
  addAll: async (added) => {
    const tableOf = (event: NewEvent) => versionedTableOf(event, transaction.versionedTables);
    transaction.awaitAtCommit(addEvents(db, added, tableOf));
  },
  changesOf: (subjectId, { after, until }) => execute<VersionChange>(db, changesOf, [subjectId, after, until]),
});
