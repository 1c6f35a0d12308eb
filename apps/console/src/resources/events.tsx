import type { Schemas } from '@portcullis/client';
import { isId } from '@portcullis/domain/internal/shared/ids';
import { useId, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { ScreenLink } from '../navigation/screens.tsx';
import { DifferenceView } from '../parts/differences.tsx';
import { Button, bytesText, clockText, dayText, Panel, timeText, fieldName } from '../parts/elements.tsx';
import { allRows } from '../parts/export.ts';
import { ExportButtons } from '../parts/export-buttons.tsx';
import { Fold } from '../parts/fold.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { rowsOf } from '../parts/tree-moves.ts';
import { hrefOf } from '../routing/location.ts';
import { api, can, moduleParts } from '../session/session.ts';
import { localDay } from './days.ts';
import { eventName } from './event-names.ts';
import { moduleFieldName, modulePath } from './modules.ts';
import { menuTitle, permissionName, roleName } from './built-in-names.ts';
import { loadPermissions } from './permissions.ts';
import { categoryNames, loadReferences } from './references.ts';
import { loadAllRoles } from './roles.ts';
import { targetNames } from './targets.tsx';

type Event = Schemas['Event'];
type Names = ReadonlyMap<string, string>;

/** Loads the ids and names of resources, such as all roles. */
type Loader = () => Promise<readonly (readonly [string, string])[]>;

const roles: Loader = async () => (await loadAllRoles()).map((role) => [role.id, roleName(role)] as const);
const permissions: Loader = async () =>
  (await loadPermissions()).map((permission) => [permission.id, permissionName(permission)] as const);
const menus: Loader = async () => {
  const tree = can('getMenuTree') ? await api.get('/api/menus/tree') : [];
  return rowsOf(tree).map(({ node }) => [node.id, menuTitle(node)] as const);
};
const references: Loader = async () => {
  const { categories, tags } = await loadReferences();
  return [...categoryNames(categories), ...tags];
};

/**
 * For fields that contain ids, the loaders of the names. Ids in other fields, such as `sessionIds`, have no names here.
 * Menus and categories both have a `parentId`, so the keys for `parentId` begin with the kind of resource.
 */
const loaders: Readonly<Record<string, Loader>> = {
  roleId: roles,
  roleIds: roles,
  permissionIds: permissions,
  menuIds: menus,
  'menu.parentId': menus,
  tagIds: references,
  categoryId: references,
  'category.parentId': references,
};

const idsIn = (change: { readonly before: unknown; readonly after: unknown } | undefined): readonly string[] =>
  [change?.before, change?.after].flat().filter((id) => typeof id === 'string');

/**
 * Loads the names of the resources whose ids are in the changes of an event. For a resource that was deleted, or that the
 * person may not read, the screen shows the id.
 */
async function loadLinkedNames({ subject, changes }: Event): Promise<Names> {
  const targets = moduleParts.value.resources.find(({ name }) => name === subject.type)?.fields ?? [];
  const referred = targets.flatMap(({ value: field, target }) =>
    target === null ? [] : [[target, new Set(idsIn(changes[field]))] as const],
  );
  const fields = Object.keys(changes).flatMap((field) => [field, `${subject.type}.${field}`]);
  const needed = new Set(fields.flatMap((field) => loaders[field] ?? []));
  const named = new Map(await targetNames(referred, new AbortController().signal).catch(() => []));
  const found = await Promise.allSettled([...needed].map((load) => load()));
  return new Map([...named, ...found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))]);
}

const isFingerprint = (value: object): value is { readonly sha256: string; readonly length: number } =>
  'sha256' in value && 'length' in value;

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text);

/** Returns the text of a value from a fixed set, such as the type of a menu; undefined for other values. */
function nameOfValue(field: string, value: unknown): string | undefined {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = texts().eventValues;
  return typeof value === 'string' || typeof value === 'number' ? names[field]?.[value] : undefined;
}

/** @returns the texts for a recorded value: one text for each entry of a list, and no text if the value is not set. */
function textsOf(field: string, value: unknown, names: ReadonlyMap<string, string>): readonly string[] {
  const common = texts().common;
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => textsOf(field, entry, names));
  if (typeof value === 'boolean') return [value ? common.yes : common.no];
  const named = nameOfValue(field, value);
  if (named !== undefined) return [named];
  if (field === 'affected') {
    const kinds: Readonly<Record<string, string>> = texts().events.affected;
    return Object.entries(value).map(([kind, count]) => `${kinds[kind] ?? kind}: ${count}`);
  }
  if (typeof value === 'object') {
    return isFingerprint(value)
      ? [texts().events.textOfSize({ size: bytesText(value.length) })]
      : [JSON.stringify(value)];
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return [`(${common.emptyValue})`];
  return [names.get(text) ?? (isTime(text) ? timeText(text) : text)];
}

interface EventProps {
  readonly event: Schemas['Event'];
}

/** Shows each changed field of an event, with its value before and after the change. */
export function EventChanges({ event }: EventProps) {
  const changes = Object.entries(event.changes);
  const named = useLoad(() => loadLinkedNames(event), [event.id]);
  const isDeletion = event.type.endsWith('.deleted');
  if (changes.length === 0) return <p class="quiet">{texts().events.noChanges}</p>;
  const shown = (side: 'before' | 'after', names: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      changes.map(([field, change]) => [
        moduleFieldName(event.subject.type, field) ?? fieldName(field),
        textsOf(field, change[side], names).map((text) => (isDeletion && isId(text) ? texts().events.nameless : text)),
      ]),
    );
  return (
    <LoadBoundary of={named}>
      {(names) => <DifferenceView before={shown('before', names)} after={shown('after', names)} />}
    </LoadBoundary>
  );
}

/** For each kind of subject, returns the path of the screen for an id; undefined for a kind without a screen. */
const subjectPaths: Readonly<Record<Event['subject']['type'], ((id: string) => string) | undefined>> = {
  user: (id) => `/users/${id}`,
  role: (id) => `/roles/${id}`,
  permission: (id) => `/permissions/${id}`,
  menu: (id) => `/menus?menu=${id}`,
  category: (id) => `/categories?category=${id}`,
  tag: undefined,
  media: undefined,
  content: (id) => `/contents/${id}`,
  accessControl: undefined,
  userAttributes: undefined,
  routeTable: undefined,
  apiKey: undefined,
  webhook: (id) => `/webhooks/${id}`,
};

/**
 * Shows the subject of an event, with its name at the time of the event. The name is a link if the person may open the
 * screen of the subject, unless the event is the deletion of the subject.
 */
export function EventSubject({ event: { type, subject } }: EventProps) {
  const { id, name } = subject;
  const label = name ?? id ?? '';
  const path = id === null ? undefined : (subjectPaths[subject.type]?.(id) ?? modulePath(subject.type, id));
  if (path === undefined || type === `${subject.type}.deleted`) return <span dir="auto">{label}</span>;
  return <ScreenLink path={path}>{label}</ScreenLink>;
}

/** Shows who caused an event. For an account, shows its name at the time of the event. */
export function EventActor({ event: { actor } }: EventProps) {
  const text = texts().events;
  if (actor.type === 'system') return <span dir="auto">{actor.name ?? text.actors.system}</span>;
  if (actor.id === null) return <span>{text.visitor}</span>;
  const name = actor.apiKey === null ? actor.name : text.withKey({ owner: actor.name ?? '', key: actor.apiKey.name });
  return <ScreenLink path={`/users/${actor.id}`}>{name ?? actor.id}</ScreenLink>;
}

/** Shows an event as a sentence that begins with its time of day. */
function EventLine({ event }: EventProps) {
  const text = texts().events;
  const { id, type, occurredAt, changes } = event;
  const count = Object.keys(changes).length;
  return (
    <li>
      <div>
        <time class="quiet" dateTime={occurredAt} title={timeText(occurredAt)}>
          {clockText(occurredAt)}
        </time>{' '}
        <strong>{eventName(type)}</strong> <EventSubject event={event} /> {text.by} <EventActor event={event} />
        {count === 0 ? undefined : (
          <Fold title={text.changedFields({ count })}>{() => <EventChanges event={event} />}</Fold>
        )}
      </div>
      {can('getEvent') ? (
        <a
          href={hrefOf(`/activity/${id}`)}
          aria-label={text.detailsOf({ what: eventName(type), time: timeText(occurredAt) })}
        >
          {text.details}
        </a>
      ) : undefined}
    </li>
  );
}

/** Lists events by day, in the order of `events`. */
function EventList({ events }: { readonly events: readonly Event[] }) {
  const id = useId();
  const days = [...new Set(events.map(({ occurredAt }) => localDay(occurredAt)))];
  return (
    <>
      {days.map((day) => (
        <div key={day}>
          <p class="day" id={`${id}-${day}`}>
            {dayText(day)}
          </p>
          <ul class="rows events" aria-labelledby={`${id}-${day}`}>
            {events
              .filter(({ occurredAt }) => localDay(occurredAt) === day)
              .map((event) => (
                <EventLine key={event.id} event={event} />
              ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** The range of events that a request loads. */
interface EventRange {
  readonly limit: number;
  /** If set, only events before this position in the event log are loaded. */
  readonly before?: number;
}

type LoadEvents = (range: EventRange, signal: AbortSignal) => Promise<{ readonly items: readonly Event[] }>;

/** Number of events that an export reads at once. */
const exportedPage = 100;

/** Reads all events for an export, newest first. */
export const readEvents = (load: LoadEvents): Promise<readonly Event[]> => {
  const { signal } = new AbortController();
  return allRows<Event>(async (rows) => {
    const last = rows.at(-1)?.position;
    return (await load({ limit: exportedPage, ...(last !== undefined && { before: last }) }, signal)).items;
  });
};

interface EventPagesProps {
  /** Number of events on a page. */
  readonly limit: number;
  /** The page shows events before this position in the event log; undefined for the newest page. */
  readonly before: number | undefined;
  readonly onTurn: (before: number | undefined) => void;
  readonly load: LoadEvents;
  /** Identifies the source of the events and the filters. The events are loaded again when this string changes. */
  readonly source: string;
}

/** Shows a page of events, newest first, and the buttons for the newest page and for older events. */
export function EventPages({ limit, before, onTurn, load, source }: EventPagesProps) {
  const text = texts().events;
  const page = useLoad(
    async (signal) => (await load({ limit, ...(before === undefined ? {} : { before }) }, signal)).items,
    [source, limit, before],
  );
  return (
    <LoadBoundary of={page} skeleton={limit}>
      {(events) => {
        const last = events.at(-1)?.position;
        return (
          <>
            {events.length === 0 ? <p class="quiet">{before === undefined ? text.none : text.noneOlder}</p> : undefined}
            <EventList events={events} />
            <nav class="pager" aria-label={text.pages}>
              <span class="pager-steps">
                <Button isDisabled={before === undefined} onClick={() => onTurn(undefined)}>
                  {text.newest}
                </Button>
                <Button isDisabled={events.length < limit} onClick={() => onTurn(last)}>
                  {text.older}
                </Button>
              </span>
            </nav>
          </>
        );
      }}
    </LoadBoundary>
  );
}

const limit = 10;

interface ActivityPanelProps extends Pick<EventPagesProps, 'load'> {
  readonly of: { readonly id: string; readonly version: number };
}

/** Lists the events of a resource, or the actions of a user, newest first. */
export function ActivityPanel({ of: { id, version }, load }: ActivityPanelProps) {
  const text = texts().events;
  const [before, setBefore] = useState<number | undefined>(undefined);
  return (
    <Panel title={text.title} actions={<ExportButtons title={text.title} read={() => readEvents(load)} />}>
      <EventPages limit={limit} before={before} onTurn={setBefore} source={`${id} ${version}`} load={load} />
    </Panel>
  );
}
