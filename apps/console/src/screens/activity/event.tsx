import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Fact, Panel, ScreenHead, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { eventName, subjectNames } from '../../resources/event-names.ts';
import { EventActor, EventChanges, EventSubject } from '../../resources/events.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';

/** Shows the type, the time, the source and the subject of the event, and its ids. */
function EventFacts({ event }: { readonly event: Schemas['Event'] }) {
  const text = texts().events;
  const { type, occurredAt, actor, subject, requestId, position, id } = event;
  const facts = [
    [text.address, actor.ipAddress],
    [text.agent, actor.userAgent],
    [text.session, actor.sessionId],
    [text.apiKey, actor.apiKey && `${actor.apiKey.name} (${actor.apiKey.id})`],
    [text.assistant, actor.agent && [actor.agent.client, actor.agent.tool].filter((each) => each !== '').join(': ')],
    [text.request, requestId],
    [text.position, position],
    [text.id, id],
  ] as const;
  return (
    <Panel title={eventName(type)}>
      <dl class="facts">
        <Fact label={text.time}>
          <Time value={occurredAt} /> <code class="quiet">{occurredAt}</code>
        </Fact>
        <Fact label={text.type}>
          <code>{type}</code>
        </Fact>
        <Fact label={text.subjectType}>
          {subjectNames()[subject.type] ?? subject.type}: <EventSubject event={event} />
          {subject.id === null ? undefined : (
            <p>
              <a href={hrefOf(`/activity?subjectId=${subject.id}`)}>{text.moreAbout}</a>
            </p>
          )}
        </Fact>
        <Fact label={text.actor}>
          <EventActor event={event} />
          {actor.id === null ? undefined : (
            <p>
              <a href={hrefOf(`/activity?actorId=${actor.id}`)}>{text.moreBy}</a>
            </p>
          )}
        </Fact>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value === null || value === '' ? '–' : value}
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** Shows one event: its actor, its source, and the values of the changed fields before and after the event. */
export function Event({ id, up }: ScreenProps) {
  const text = texts().events;
  const loaded = useLoad((signal) => api.get('/api/events/{id}', { params: { path: { id } }, signal }), [id]);
  return (
    <>
      <ScreenHead title={text.eventTitle} up={up} />
      <LoadBoundary of={loaded} skeleton="panels">
        {(event) => (
          <div class="panels">
            <EventFacts event={event} />
            <Panel title={text.changes}>
              <EventChanges event={event} />
            </Panel>
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
