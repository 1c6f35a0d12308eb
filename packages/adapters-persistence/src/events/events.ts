import type { EventLog, EventQuery, EventViews, VersionChange } from '@portcullis/application/internal/ports/events';
import type { DomainEvent, EventActor, EventSubject, NewEvent } from '@portcullis/domain/internal/events/event';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import type { EntityManager } from 'typeorm';
import { addEvents, versionedTableOf, type VersionedTables } from './event-batches.ts';
import { eventNumbering, type EventNumbering } from '../event-numbering.ts';
import type { Reader, Statement } from '../postgres/reader.ts';
import { execute } from '../sql/transaction.ts';
import type { OpenedTransaction, ResourceStore } from '../resource-store.ts';

/** A cache of the statements that add an event, by name. */
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
  const name = `events add ${table ?? ''} ${isActorUnknown} ${isSubjectUnknown}`;
  const existing = additions.get(name);
  if (existing !== undefined) return existing;
  const text = `INSERT INTO new_events (id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent,
      session_id, subject_type, subject_id, subject_name, changes, request_id, api_key_id, api_key_name, subject_version)
    VALUES ($1, $2, $3, $4, $5, ${nameOf('$5', '$6', isActorUnknown)}, $7, $8, $9, $10, $11,
      ${nameOf('$11', '$12', isSubjectUnknown)}, $13, $14, $15, $16,
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = $11)`})`;
  const made = { name, text };
  additions.set(name, made);
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
];

const subjectChanges = (table: string): string => `SELECT subject_version AS version, actor_type, actor_id, changes
  FROM ${table} WHERE subject_id = $1 AND subject_version > $2 AND subject_version <= $3 AND changes <> '{}'`;

const changesOf: Statement = {
  name: 'events of versions',
  text: `SELECT version, CASE WHEN actor_type <> 'system' THEN actor_id END AS by,
      array(SELECT jsonb_object_keys(changes)) AS fields
    FROM (${subjectChanges('new_events')} UNION ALL ${subjectChanges('events')}) changed
    ORDER BY version DESC LIMIT 1000`,
};

const eventLog = (db: EntityManager, transaction: OpenedTransaction): EventLog => ({
  add: async (event) => {
    transaction.awaitAtCommit(execute(db, additionOf(event, transaction.versionedTables), valuesOf(event)));
  },
  addAll: async (added) => {
    transaction.awaitAtCommit(addEvents(db, added, transaction.versionedTables));
  },
  changesOf: (subjectId, { after, until }) => execute<VersionChange>(db, changesOf, [subjectId, after, until]),
});

const columns = `t.position::float8 AS position, t.id, t.type, t.occurred_at AS "occurredAt", t.actor_type AS "actorType",
  t.actor_id AS "actorId", t.actor_name AS "actorName", t.ip_address AS "ipAddress", t.user_agent AS "userAgent",
  t.session_id AS "sessionId", t.subject_type AS "subjectType", t.subject_id AS "subjectId",
  t.subject_name AS "subjectName", t.changes, t.request_id AS "requestId",
  t.api_key_id AS "apiKeyId", t.api_key_name AS "apiKeyName"`;

interface Row
  extends Pick<DomainEvent, 'position' | 'id' | 'type' | 'occurredAt' | 'changes' | 'requestId'>,
    Pick<EventActor, 'ipAddress' | 'userAgent' | 'sessionId'> {
  readonly actorType: EventActor['type'];
  readonly actorId: EventActor['id'];
  readonly actorName: EventActor['name'];
  readonly apiKeyId: ApiKeyId | null;
  readonly apiKeyName: string | null;
  readonly subjectType: EventSubject['type'];
  readonly subjectId: EventSubject['id'];
  readonly subjectName: EventSubject['name'];
}

const eventOf = ({ position, id, type, occurredAt, changes, requestId, ...row }: Row): DomainEvent => ({
  position,
  id,
  type,
  occurredAt,
  actor: {
    type: row.actorType,
    id: row.actorId,
    name: row.actorName,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    sessionId: row.sessionId,
    apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: row.apiKeyName ?? '' },
  },
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  changes,
  requestId,
});

const find: Statement = { name: 'events find', text: `SELECT ${columns} FROM events t WHERE t.id = $1` };

const activity: Statement = {
  name: 'events activity',
  text: `SELECT ${columns} FROM (
      (SELECT * FROM events WHERE actor_id = $1 AND position < $2 ORDER BY position DESC LIMIT $3)
      UNION ALL
      (SELECT * FROM events WHERE subject_id = $1 AND actor_id IS DISTINCT FROM $1 AND position < $2
        ORDER BY position DESC LIMIT $3)
    ) t ORDER BY t.position DESC LIMIT $3`,
};

const last: Statement = {
  name: 'events last',
  text: 'SELECT coalesce(max(position), 0)::float8 AS position FROM events',
};

/** The SQL condition of each filter. Statement names refer to a condition by its position in this object. */
const conditions: Readonly<Record<Exclude<keyof EventQuery, 'limit'> | 'typePrefix', string>> = {
  type: 't.type = ?',
  typePrefix: 't.type LIKE ?',
  actorId: 't.actor_id = ?',
  subjectType: 't.subject_type = ?',
  subjectId: 't.subject_id = ?',
  from: 't.occurred_at >= ?',
  to: 't.occurred_at <= ?',
  after: 't.position > ?',
  before: 't.position < ?',
};

/**
 * Returns the values of the filters by name. A type that ends with `*`, such as `content.*`, becomes a LIKE pattern, in
 * which `%`, `_` and `\` are escaped.
 */
const filtersOf = ({ limit: _limit, type, ...filters }: EventQuery): Readonly<Record<string, unknown>> =>
  type?.endsWith('*') === true
    ? { ...filters, typePrefix: `${type.slice(0, -1).replace(/[\\%_]/g, String.raw`\$&`)}%` }
    : { ...filters, type };

function pageOf(query: EventQuery): readonly [Statement, readonly unknown[]] {
  const values = filtersOf(query);
  const used = Object.entries(conditions)
    .map(([name, condition], number) => ({ condition, number, value: values[name] }))
    .filter(({ value }) => value !== undefined);
  const where = used.map(({ condition }, index) => condition.replace('?', `$${index + 2}`)).join(' AND ');
  const order = query.after === undefined ? 'DESC' : 'ASC';
  const text = `SELECT ${columns} FROM events t ${where && `WHERE ${where}`} ORDER BY t.position ${order} LIMIT $1`;
  const name = `events page ${order} ${used.map(({ number: condition }) => condition).join(' ')}`;
  return [{ name, text }, [query.limit, ...used.map(({ value }) => value)]];
}

/** Every read first assigns positions to the committed events that have none, so that the result includes them. */
function eventViews(reader: Reader, numbering: EventNumbering = eventNumbering(reader)): EventViews {
  const rows = async (statement: Statement, values: readonly unknown[]): Promise<readonly DomainEvent[]> => {
    await numbering.catchUp();
    return (await reader.rows<Row>(statement, values)).map(eventOf);
  };
  const page: EventViews['page'] = (query) => rows(...pageOf(query));
  return {
    page,
    find: async (id) => (await rows(find, [id]))[0],
    activityOf: (userId, { before = Number.MAX_SAFE_INTEGER, limit }) => rows(activity, [userId, before, limit]),
    after: (position, limit) => page({ after: position, limit }),
    lastPosition: async () => {
      await numbering.catchUp();
      return (await reader.row<{ position: number }>(last))?.position ?? 0;
    },
  };
}

export const eventStore: ResourceStore<EventLog, EventViews> = {
  repository: eventLog,
  views: eventViews,
};
