import type { EventLog, EventQuery, EventViews } from '@portcullis/application/internal/ports/events';
import type { FilteredQuery } from '@portcullis/application/internal/ports/lists';
import type { DomainEvent, EventActor, EventSubject } from '@portcullis/domain/internal/events/event';
import type { ListAttribute } from '@portcullis/domain/internal/conditions/list-attributes';
import type { ApiKeyId } from '@portcullis/domain/internal/shared/ids';
import { compileCondition, type ConditionColumn } from '../conditions/compile-condition.ts';
import { eventLog } from './event-log.ts';
import { eventNumbering, type EventNumbering } from '../event-numbering.ts';
import { type Reader, sql, type Statement, statementOf } from '../postgres/reader.ts';
import type { ResourceStore } from '../resource-store.ts';

const columns = `t.position::float8 AS position, t.id, t.type, t.occurred_at AS "occurredAt", t.actor_type AS "actorType",
  t.actor_id AS "actorId", t.actor_name AS "actorName", t.ip_address AS "ipAddress", t.user_agent AS "userAgent",
  t.session_id AS "sessionId", t.subject_type AS "subjectType", t.subject_id AS "subjectId",
  t.subject_name AS "subjectName", t.changes, t.request_id AS "requestId",
  t.api_key_id AS "apiKeyId", t.api_key_name AS "apiKeyName", t.agent`;

interface Row
  extends Pick<DomainEvent, 'position' | 'id' | 'type' | 'occurredAt' | 'changes' | 'requestId'>,
    Pick<EventActor, 'ipAddress' | 'userAgent' | 'sessionId' | 'agent'> {
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
    agent: row.agent,
  },
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  changes,
  requestId,
});

const find = sql`SELECT ${columns} FROM events t WHERE t.id = $1`;

const activity = sql`SELECT ${columns} FROM (
      (SELECT * FROM events WHERE actor_id = $1 AND position < $2 AND ($4::text IS NULL OR agent->>'via' = $4)
        ORDER BY position DESC LIMIT $3)
      UNION ALL
      (SELECT * FROM events WHERE subject_id = $1 AND actor_id IS DISTINCT FROM $1 AND position < $2
        AND ($4::text IS NULL OR agent->>'via' = $4)
        ORDER BY position DESC LIMIT $3)
    ) t ORDER BY t.position DESC LIMIT $3`;

const last = sql`SELECT coalesce(max(position), 0)::float8 AS position FROM events`;

/** The SQL condition of each filter. */
const conditions: Readonly<Record<Exclude<keyof EventQuery, 'limit' | keyof FilteredQuery> | 'typePrefix', string>> = {
  type: 't.type = ?',
  typePrefix: 't.type LIKE ?',
  actorId: 't.actor_id = ?',
  via: "t.agent->>'via' = ?",
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
const filtersOf = ({
  limit: _limit,
  type,
  ...filters
}: Omit<EventQuery, keyof FilteredQuery>): Readonly<Record<string, unknown>> =>
  type?.endsWith('*') === true
    ? { ...filters, typePrefix: `${type.slice(0, -1).replace(/[\\%_]/g, String.raw`\$&`)}%` }
    : { ...filters, type };

/** Where the event `t` has the attributes that filters compare. */
const attributes: Readonly<Record<ListAttribute<'event'>, ConditionColumn>> = {
  id: { kind: 'id', sql: 't.id' },
  position: { kind: 'number', sql: 't.position' },
  type: { kind: 'string', sql: 't.type' },
  occurredAt: { kind: 'time', sql: 't.occurred_at' },
  actorType: { kind: 'string', sql: 't.actor_type' },
  actorId: { kind: 'id', sql: 't.actor_id' },
  subjectType: { kind: 'string', sql: 't.subject_type' },
  subjectId: { kind: 'id', sql: 't.subject_id' },
  subjectName: { kind: 'string', sql: 't.subject_name' },
  requestId: { kind: 'string', sql: 't.request_id' },
  apiKeyId: { kind: 'id', sql: 't.api_key_id' },
};

function pageOf({ filter, reaches: _reaches, ...query }: EventQuery): readonly [Statement, readonly unknown[]] {
  const values = filtersOf(query);
  const used = Object.entries(conditions)
    .map(([name, condition]) => ({ condition, value: values[name] }))
    .filter(({ value }) => value !== undefined);
  const compiled = filter && compileCondition(filter, attributes, `$${used.length + 2}`);
  const where = [
    ...used.map(({ condition }, index) => condition.replace('?', `$${index + 2}`)),
    ...(compiled === undefined ? [] : [compiled.text]),
  ].join(' AND ');
  const order = query.after === undefined ? 'DESC' : 'ASC';
  const text = `SELECT ${columns} FROM events t ${where && `WHERE ${where}`} ORDER BY t.position ${order} LIMIT $1`;
  // Clients choose the form of a filter, so a statement with one is not prepared.
  const statement = compiled === undefined ? statementOf(text) : { name: '', text };
  const further = compiled === undefined ? [] : [compiled.value];
  return [statement, [query.limit, ...used.map(({ value }) => value), ...further]];
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
    activityOf: (userId, { before = Number.MAX_SAFE_INTEGER, limit, via }) =>
      rows(activity, [userId, before, limit, via ?? null]),
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
