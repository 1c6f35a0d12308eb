import type { NewEvent } from '@portcullis/domain/internal/events/event';
import type { EntityManager } from 'typeorm';
import { sql, type Statement } from '../postgres/reader.ts';
import { execute } from '../sql/transaction.ts';

/** Returns the SQL expression for a name, which is looked up if the event has the id of a user but not the name. */
const nameIn = (who: 'actor' | 'subject'): string =>
  `CASE WHEN e."${who}Id" IS NULL OR e."${who}Name" IS NOT NULL THEN e."${who}Name"
    ELSE (SELECT username FROM users WHERE id = e."${who}Id") END`;

const additionOfAll = (
  table: string | undefined,
): Statement => sql`INSERT INTO new_events (id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent,
      session_id, subject_type, subject_id, subject_name, changes, request_id, api_key_id, api_key_name,
      agent, subject_version)
    SELECT e.id, e.type, e."occurredAt", e."actorType", e."actorId", ${nameIn('actor')}, e."ipAddress", e."userAgent",
      e."sessionId", e."subjectType", e."subjectId", ${nameIn('subject')}, e.changes, e."requestId",
      e."apiKeyId", e."apiKeyName", e.agent,
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = e."subjectId")`}
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id uuid, type text, "occurredAt" timestamptz, "actorType" text,
      "actorId" uuid, "actorName" text, "ipAddress" text, "userAgent" text, "sessionId" uuid, "subjectType" text,
      "subjectId" uuid, "subjectName" text, changes jsonb, "requestId" text, "apiKeyId" uuid,
      "apiKeyName" text, agent jsonb)) WITH ORDINALITY e ORDER BY e.ordinality`;

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

/**
 * Adds several events in this order, with one statement for successive events of the same kind of subject.
 * @param tableOf returns the table with the version number of the subject; undefined if the event changes none
 */
export async function addEvents(
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
