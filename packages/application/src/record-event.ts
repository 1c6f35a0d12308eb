import { isRecorded, newEvent, type EventInput } from '@portcullis/domain/internal/events/event';
import type { Clock, IdSource } from './ports/system.ts';
import type { Uses } from './ports/unit-of-work.ts';

/** The dependencies of functions that record events. */
export interface EventDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/**
 * Records an event in the same transaction as the write that it describes. Records nothing if the write changed
 * nothing.
 */
export async function recordEvent<Named, Before, After>(
  tx: Uses<'events'>,
  { clock, ids }: EventDependencies,
  occurrence: EventInput<Named, Before, After>,
): Promise<void> {
  const event = newEvent(ids.next(), clock.now(), occurrence);
  if (isRecorded(occurrence.event, event)) await tx.events.add(event);
}

/** Records several events, in this order, like `recordEvent`. */
export async function recordEvents<Named, Before, After>(
  tx: Uses<'events'>,
  { clock, ids }: EventDependencies,
  occurrences: readonly EventInput<Named, Before, After>[],
): Promise<void> {
  const events = occurrences.flatMap((occurrence) => {
    const event = newEvent(ids.next(), clock.now(), occurrence);
    return isRecorded(occurrence.event, event) ? [event] : [];
  });
  await tx.events.addAll(events);
}
