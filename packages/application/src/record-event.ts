import { isRecorded, newEvent, type EventInput } from '@portcullis/domain';
import type { CreateDependencies } from './dependencies.ts';
import type { Transaction } from './ports/unit-of-work.ts';

/** The dependencies of functions that record events. */
export type EventDependencies = Pick<CreateDependencies, 'clock' | 'ids'>;

/**
 * Records an event in the same transaction as the write that it describes. Records nothing if the write changed
 * nothing.
 */
export async function recordEvent<Named, Before, After>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrence: EventInput<Named, Before, After>,
): Promise<void> {
  const event = newEvent(ids.next(), clock.now(), occurrence);
  if (isRecorded(occurrence.event, event)) await tx.events.add(event);
}

/** Records several events, in this order, like `recordEvent`. */
export async function recordEvents<Named, Before, After>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrences: readonly EventInput<Named, Before, After>[],
): Promise<void> {
  const events = occurrences.flatMap((occurrence) => {
    const event = newEvent(ids.next(), clock.now(), occurrence);
    return isRecorded(occurrence.event, event) ? [event] : [];
  });
  await tx.events.addAll(events);
}
