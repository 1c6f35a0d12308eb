import { incrementsVersion, type DomainEvent, type NewEvent } from '@portcullis/domain/internal/events/event';
import { permits } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { ListAttribute } from '@portcullis/domain/internal/conditions/list-attributes';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { EventLog, EventQuery, EventViews } from '@portcullis/application/internal/ports/events';
import type { State } from '../tables/state.ts';
import { matchesFilter } from '../tables/pages.ts';

export const contracts = [() => import('../contracts/events.ts')];

interface Named {
  readonly id: string | null;
  readonly name: string | null;
}

const rowIn = <Row>(rows: ReadonlyMap<string, Row>, id: string | null): Row | undefined =>
  id === null ? undefined : rows.get(id);

/** Returns `who` with a name. A missing name is replaced by the username of the account with this id, if any. */
const named = <Who extends Named>(state: State, who: Who): Who => ({
  ...who,
  name: who.name ?? rowIn(state.users, who.id)?.username ?? null,
});

/**
 * Returns the version number of the subject. Returns undefined if a write with an event of this type does not increment
 * the version number, or if the subject is not stored.
 */
function versionAt(state: State, event: NewEvent) {
  if (!incrementsVersion(event)) return undefined;
  const { users, userAttributes, roles, permissions, menus, contents, categories, tags, media, routeTable } = state;
  const { id } = event.subject;
  const tables: readonly ReadonlyMap<string, Versioned>[] = [
    users,
    roles,
    permissions,
    menus,
    contents,
    categories,
    tags,
    media,
  ];
  const single = [userAttributes, routeTable].find((each) => each.id === id);
  const builtIn = (single ?? tables.map((rows) => rowIn(rows, id)).find((row) => row !== undefined))?.version;
  return builtIn ?? [...state.ownTables].map((table) => table.versionOf(state, id)).find((each) => each !== undefined);
}

const isUser = (type: string, id: string | null): id is UserId => type !== 'system' && id !== null;

function addEvent(state: State, event: NewEvent): void {
  const version = versionAt(state, event);
  if (version !== undefined) state.eventVersions.set(event.id, version);
  const position = (state.events.at(-1)?.position ?? 0) + 1;
  const { actor, subject } = event;
  state.events = [...state.events, { ...event, position, actor: named(state, actor), subject: named(state, subject) }];
}

export const repository = (state: State): EventLog => ({
  changesOf: async (subjectId, { after, until }) =>
    state.events
      .flatMap(({ id, subject, actor, changes }) => {
        const version = state.eventVersions.get(id) ?? 0;
        const fields = Object.keys(changes);
        if (subject.id !== subjectId || version <= after || version > until || fields.length === 0) return [];
        return [{ version, by: isUser(actor.type, actor.id) ? actor.id : null, fields }];
      })
      .toSorted((a, b) => b.version - a.version)
      .slice(0, 1000),
  add: async (event) => addEvent(state, event),
  addAll: async (events) => {
    for (const event of events) addEvent(state, event);
  },
});

const attributesOf = ({ id, position, type, occurredAt, actor, subject, requestId }: DomainEvent) =>
  ({
    id,
    position,
    type,
    occurredAt,
    requestId,
    actorType: actor.type,
    actorId: actor.id,
    apiKeyId: actor.apiKey?.id ?? null,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectName: subject.name,
  }) satisfies Readonly<Record<ListAttribute<'event'>, unknown>>;

function matches(event: DomainEvent, query: EventQuery): boolean {
  const { type, actor, subject, occurredAt, position } = event;
  const isOfType = query.type?.endsWith('*')
    ? type.startsWith(query.type.slice(0, -1))
    : matchesFilter<string>(query.type, type);
  return (
    isOfType &&
    matchesFilter<string | null>(query.actorId, actor.id) &&
    matchesFilter<string | undefined>(query.via, actor.agent?.via) &&
    matchesFilter<string>(query.subjectType, subject.type) &&
    matchesFilter<string | null>(query.subjectId, subject.id) &&
    (query.from === undefined || occurredAt >= query.from) &&
    (query.to === undefined || occurredAt <= query.to) &&
    position > (query.after ?? 0) &&
    position < (query.before ?? Infinity) &&
    (query.filter === undefined || permits(query.filter, { resource: attributesOf(event), subject: {} }))
  );
}

export const views = (now: () => State): EventViews => {
  const page: EventViews['page'] = async (query) => {
    const found = now().events.filter((event) => matches(event, query));
    return (query.after === undefined ? found.toReversed() : found).slice(0, query.limit);
  };
  return {
    page,
    find: async (id) => now().events.find((event) => event.id === id),
    activityOf: async (userId, { before = Infinity, limit, via }) =>
      now()
        .events.filter(
          (event) =>
            [event.actor.id, event.subject.id].includes(userId) &&
            matches(event, { before, limit, ...(via && { via }) }),
        )
        .toReversed()
        .slice(0, limit),
    after: (position, limit) => page({ after: position, limit }),
    lastPosition: async () => now().events.at(-1)?.position ?? 0,
  };
};
