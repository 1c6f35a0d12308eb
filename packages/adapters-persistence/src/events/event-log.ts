import type { EventLog, VersionChange } from '@portcullis/application/internal/ports/events';
import { incrementsVersion, type EventSubject, type NewEvent } from '@portcullis/domain/internal/events/event';
import type { EntityManager } from 'typeorm';
import { sql, type Statement } from '../postgres/reader.ts';
import type { OpenedTransaction } from '../resource-store.ts';
import { execute } from '../sql/transaction.ts';

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

/** The columns of an event, in the order of the values of `rowOf`. */
const addedColumns = `id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent,
      session_id, subject_type, subject_id, subject_name, changes, request_id, api_key_id, api_key_name,
      agent, subject_version`;

/** Returns the values of an event, in the order of the columns. */
const rowOf = ({ id, type, occurredAt, actor, subject, changes, requestId }: NewEvent) => ({
  id,
  type,
  occurredAt,
  actorType: actor.type,
  actorId: actor.id,
  actorName: actor.name,
  ipAddress: actor.ipAddress,
  userAgent: actor.userAgent,
  sessionId: actor.sessionId,
  subjectType: subject.type,
  subjectId: subject.id,
  subjectName: subject.name,
  changes,
  requestId,
  apiKeyId: actor.apiKey?.id ?? null,
  apiKeyName: actor.apiKey?.name ?? null,
  agent: actor.agent,
});

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
  const made = sql`INSERT INTO new_events (${addedColumns})
    VALUES ($1, $2, $3, $4, $5, ${nameOf('$5', '$6', isActorUnknown)}, $7, $8, $9, $10, $11,
      ${nameOf('$11', '$12', isSubjectUnknown)}, $13, $14, $15, $16, $17,
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = $11)`})`;
  additions.set(key, made);
  return made;
}

function valuesOf(event: NewEvent): readonly unknown[] {
  const row = rowOf(event);
  const agent = row.agent && JSON.stringify(row.agent);
  return Object.values({ ...row, changes: JSON.stringify(row.changes), agent });
}

/** Returns the SQL expression for a name, which is looked up if the event has the id of a user but not the name. */
const nameIn = (who: 'actor' | 'subject'): string =>
  `CASE WHEN e."${who}Id" IS NULL OR e."${who}Name" IS NOT NULL THEN e."${who}Name"
    ELSE (SELECT username FROM users WHERE id = e."${who}Id") END`;

const additionOfAll = (table: string | undefined): Statement => sql`INSERT INTO new_events (${addedColumns})
    SELECT e.id, e.type, e."occurredAt", e."actorType", e."actorId", ${nameIn('actor')}, e."ipAddress", e."userAgent",
      e."sessionId", e."subjectType", e."subjectId", ${nameIn('subject')}, e.changes, e."requestId",
      e."apiKeyId", e."apiKeyName", e.agent,
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = e."subjectId")`}
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id uuid, type text, "occurredAt" timestamptz, "actorType" text,
      "actorId" uuid, "actorName" text, "ipAddress" text, "userAgent" text, "sessionId" uuid, "subjectType" text,
      "subjectId" uuid, "subjectName" text, changes jsonb, "requestId" text, "apiKeyId" uuid,
      "apiKeyName" text, agent jsonb)) WITH ORDINALITY e ORDER BY e.ordinality`;

/**
 * Adds several events in this order, with one statement for successive events of the same kind of subject.
 * @param tableOf returns the table with the version number of the subject; undefined if the event changes none
 */
async function addEvents(
  db: EntityManager,
  events: readonly NewEvent[],
  tableOf: (event: NewEvent) => string | undefined,
): Promise<void> {
  const runs: { readonly table: string | undefined; readonly events: NewEvent[] }[] = [];
  for (const event of events) {
    const table = tableOf(event);
    const last = runs.at(-1);
    if (last?.table === table && last !== undefined) last.events.push(event);
    else runs.push({ table, events: [event] });
  }
  await Promise.all(runs.map((run) => execute(db, additionOfAll(run.table), [JSON.stringify(run.events.map(rowOf))])));
}

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
