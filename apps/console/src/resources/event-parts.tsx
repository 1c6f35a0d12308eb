import type { Schemas } from '@portcullis/client';
import { Time, timeText } from '../parts/time.tsx';
import { hrefOf } from '../routing/location.ts';
import { isAdministrator } from '../session/session.ts';
import { EventChanges } from './event-changes.tsx';
import { eventNames } from './event-names.ts';
import { eventMessages } from './event-messages.ts';

type Event = Schemas['Event'];

/** For each kind of subject, returns the path of the screen for an id; undefined for a kind without a screen. */
const subjectPaths: Readonly<Record<Event['subject']['type'], ((id: string) => string) | undefined>> = {
  user: (id) => `/users/${id}`,
  role: (id) => `/roles/${id}`,
  permission: (id) => `/permissions/${id}`,
  menu: (id) => `/menus?menu=${id}`,
  category: (id) => `/categories?category=${id}`,
  tag: undefined,
  content: (id) => `/contents/${id}`,
  accessControl: undefined,
  webhook: (id) => `/webhooks/${id}`,
};

/**
 * Shows the subject of an event, with its name at the time of the event. Administrators see a link, unless the event is
 * the deletion of the subject or the kind of subject has no screen.
 */
export function EventSubject({ event: { type, subject } }: { readonly event: Event }) {
  const { id, name } = subject;
  const label = name ?? id ?? '';
  const path = id === null ? undefined : subjectPaths[subject.type]?.(id);
  if (path === undefined || !isAdministrator.value || type === `${subject.type}.deleted`) return <span>{label}</span>;
  return <a href={hrefOf(path)}>{label}</a>;
}

/** Shows who caused an event. For an account, shows its name at the time of the event. */
export function EventActor({ event: { actor } }: { readonly event: Event }) {
  const text = eventMessages();
  if (actor.type !== 'user') return <span>{actor.name ?? text.actors[actor.type]}</span>;
  if (actor.id === null) return <span>{text.visitor}</span>;
  if (!isAdministrator.value) return <span>{actor.name}</span>;
  return <a href={hrefOf(`/users/${actor.id}`)}>{actor.name ?? actor.id}</a>;
}

interface EventListProps {
  readonly events: readonly Event[];
  readonly names: ReadonlyMap<string, string>;
}

/** Lists events with their subjects, actors and changes, in the order of `events`. */
export function EventList({ events, names }: EventListProps) {
  const text = eventMessages();
  const titles = eventNames();
  return (
    <ul class="rows events">
      {events.map((event) => (
        <li key={event.id}>
          <div>
            <strong>{titles[event.type]}</strong> <EventSubject event={event} />
            <p class="quiet">
              <Time value={event.occurredAt} /> · {text.by} <EventActor event={event} />
              {event.actor.ipAddress === '' ? undefined : ` · ${event.actor.ipAddress}`}
            </p>
            {Object.keys(event.changes).length === 0 ? undefined : (
              <details>
                <summary>{text.changedFields(Object.keys(event.changes).length)}</summary>
                <EventChanges event={event} names={names} />
              </details>
            )}
          </div>
          {isAdministrator.value ? (
            <a
              href={hrefOf(`/activity/${event.id}`)}
              aria-label={text.detailsOf(titles[event.type], timeText(event.occurredAt))}
            >
              {text.details}
            </a>
          ) : undefined}
        </li>
      ))}
    </ul>
  );
}
