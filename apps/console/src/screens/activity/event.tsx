import type { Schemas } from '@portcullis/client';
import { Fragment } from 'preact';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { useLoad } from '../../parts/load.ts';
import { LoadBoundary } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { EventChanges } from '../../resources/event-changes.tsx';
import { eventNames, subjectNames } from '../../resources/event-names.ts';
import { EventActor, EventSubject } from '../../resources/event-parts.tsx';
import { loadLinkedNames } from '../../resources/linked-names.ts';
import { eventMessages } from '../../resources/event-messages.ts';

/** Shows the type, the time, the source and the subject of the event, and its ids. */
function EventFacts({ event }: { readonly event: Schemas['Event'] }) {
  const text = eventMessages();
  const { type, occurredAt, actor, subject, requestId, position, id } = event;
  const facts = [
    [text.address, actor.ipAddress],
    [text.agent, actor.userAgent],
    [text.session, actor.sessionId],
    [text.request, requestId],
    [text.position, position],
    [text.id, id],
  ] as const;
  return (
    <section class="panel">
      <h2>{eventNames()[type]}</h2>
      <dl class="facts">
        <dt>{text.time}</dt>
        <dd>
          <Time value={occurredAt} /> <code class="quiet">{occurredAt}</code>
        </dd>
        <dt>{text.type}</dt>
        <dd>
          <code>{type}</code>
        </dd>
        <dt>{text.subjectType}</dt>
        <dd>
          {subjectNames()[subject.type]}: <EventSubject event={event} />
          {subject.id === null ? undefined : (
            <p>
              <a href={hrefOf(`/activity?subjectId=${subject.id}`)}>{text.moreAbout}</a>
            </p>
          )}
        </dd>
        <dt>{text.actor}</dt>
        <dd>
          <EventActor event={event} />
          {actor.id === null ? undefined : (
            <p>
              <a href={hrefOf(`/activity?actorId=${actor.id}`)}>{text.moreBy}</a>
            </p>
          )}
        </dd>
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value === null || value === '' ? '–' : value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** Shows one event: its actor, its source, and the values of the changed fields before and after the event. */
export function Event({ id, up }: ScreenProps) {
  const text = eventMessages();
  const loaded = useLoad(
    async (signal) => {
      const event = await api.get('/api/events/{id}', { params: { path: { id } }, signal });
      return { event, names: await loadLinkedNames([event]) };
    },
    [id],
  );
  return (
    <>
      <ScreenHead title={text.eventTitle} up={up} />
      <LoadBoundary of={loaded}>
        {({ event, names }) => (
          <div class="panels">
            <EventFacts event={event} />
            <section class="panel">
              <h2>{text.changes}</h2>
              <EventChanges event={event} names={names} />
            </section>
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
