import type { EventSubject, NewEvent } from '@portcullis/domain/internal/events/event';
import { incrementsVersion } from '@portcullis/domain/internal/events/event-types';
import type { EntityManager } from 'typeorm';
import type { Statement } from '../postgres/reader.ts';
import { execute } from '../sql/transaction.ts';

/** The tables of subjects with a version number, by the types of the subjects. */
export type VersionedTables = Readonly<Partial<Record<EventSubject['type'], string>>>;

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
export const versionedTableOf = (event: NewEvent, own: VersionedTables): string | undefined =>
  incrementsVersion(event) ? (builtInTables[event.subject.type] ?? own[event.subject.type]) : undefined;

/** Returns the SQL expression for a name, which is looked up if the event has the id of a user but not the name. */
const nameOf = (who: 'actor' | 'subject'): string =>
  `CASE WHEN e."${who}Id" IS NULL OR e."${who}Name" IS NOT NULL THEN e."${who}Name"
    ELSE (SELECT username FROM users WHERE id = e."${who}Id") END`;

const additionOf = (table: string | undefined): Statement => ({
  name: `events add all ${table ?? ''}`,
  text: `INSERT INTO new_events (id, type, occurred_at, actor_type, actor_id, actor_name, ip_address, user_agent,
      session_id, subject_type, subject_id, subject_name, changes, request_id, api_key_id, api_key_name,
      subject_version)
    SELECT e.id, e.type, e."occurredAt", e."actorType", e."actorId", ${nameOf('actor')}, e."ipAddress", e."userAgent",
      e."sessionId", e."subjectType", e."subjectId", ${nameOf('subject')}, e.changes, e."requestId",
      e."apiKeyId", e."apiKeyName",
      ${table === undefined ? 'NULL' : `(SELECT version FROM ${table} WHERE id = e."subjectId")`}
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id uuid, type text, "occurredAt" timestamptz, "actorType" text,
      "actorId" uuid, "actorName" text, "ipAddress" text, "userAgent" text, "sessionId" uuid, "subjectType" text,
      "subjectId" uuid, "subjectName" text, changes jsonb, "requestId" text, "apiKeyId" uuid,
      "apiKeyName" text)) WITH ORDINALITY e ORDER BY e.ordinality`,
});

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
});

/** Adds several events in this order, with one statement for successive events of the same kind of subject. */
export async function addEvents(db: EntityManager, events: readonly NewEvent[], own: VersionedTables): Promise<void> {
  const runs: { readonly table: string | undefined; readonly events: NewEvent[] }[] = [];
  for (const event of events) {
    const table = versionedTableOf(event, own);
    const last = runs.at(-1);
    if (last?.table === table && last !== undefined) last.events.push(event);
    else runs.push({ table, events: [event] });
  }
  await Promise.all(runs.map((run) => execute(db, additionOf(run.table), [JSON.stringify(run.events.map(rowOf))])));
}
