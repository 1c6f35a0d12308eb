import { isRecorded, newEvent, type EventType, type EventInput } from '@portcullis/domain';
import type { CreateDependencies } from './dependencies.ts';
import type { Transaction } from './ports/unit-of-work.ts';

/** The dependencies of functions that record events. */
export type EventDependencies = Pick<CreateDependencies, 'clock' | 'ids'>;

/**
 * Records an event in the same transaction as the write that it describes. Records nothing if the write changed
 * nothing.
 */
export async function recordEvent<Type extends EventType>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrence: EventInput<Type>,
): Promise<void> {
  const event = newEvent(ids.next(), clock.now(), occurrence);
  if (isRecorded(event)) await tx.events.add(event);
}

/** Records several events, in this order, like `recordEvent`. */
export async function recordEvents<Type extends EventType>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrences: readonly EventInput<Type>[],
): Promise<void> {
  const events = occurrences.map((occurrence) => newEvent(ids.next(), clock.now(), occurrence));
  await tx.events.addAll(events.filter(isRecorded));
}
