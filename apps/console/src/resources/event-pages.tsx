import type { Schemas } from '@portcullis/client';
import { useLoad } from '../parts/load.ts';
import { LoadBoundary } from '../parts/states.tsx';
import { EventList } from './event-parts.tsx';
import { loadLinkedNames } from './linked-names.ts';
import { eventMessages } from './event-messages.ts';
import { Button } from '../parts/button.tsx';

/** The range of events that a request loads. */
interface EventRange {
  readonly limit: number;
  /** If set, only events before this position in the event log are loaded. */
  readonly before?: number;
}

interface EventPagesProps {
  /** Number of events on a page. */
  readonly limit: number;
  /** The page shows events before this position in the event log; undefined for the newest page. */
  readonly before: number | undefined;
  readonly onTurn: (before: number | undefined) => void;
  readonly load: (range: EventRange, signal: AbortSignal) => Promise<{ readonly items: readonly Schemas['Event'][] }>;
  /** Identifies the source of the events and the filters. The events are loaded again when this string changes. */
  readonly source: string;
}

/** Shows a page of events, newest first, and the buttons for the newest page and for older events. */
export function EventPages({ limit, before, onTurn, load, source }: EventPagesProps) {
  const text = eventMessages();
  const page = useLoad(
    async (signal) => {
      const { items } = await load({ limit, ...(before === undefined ? {} : { before }) }, signal);
      return { events: items, names: await loadLinkedNames(items) };
    },
    [source, limit, before],
  );
  return (
    <LoadBoundary of={page}>
      {({ events, names }) => {
        const last = events.at(-1)?.position;
        return (
          <>
            {events.length === 0 ? <p class="quiet">{before === undefined ? text.none : text.noneOlder}</p> : undefined}
            <EventList events={events} names={names} />
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
