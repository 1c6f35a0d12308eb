import { newEvent, type EventType, type EventInput } from '@portcullis/domain';
import type { CreateDependencies } from './dependencies.ts';
import type { Transaction } from './ports/unit-of-work.ts';

/** The dependencies of functions that record events. */
export type EventDependencies = Pick<CreateDependencies, 'clock' | 'ids'>;

/** Records an event in the same transaction as the write that it describes. */
export const recordEvent = <Type extends EventType>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrence: EventInput<Type>,
): Promise<void> => tx.events.add(newEvent(ids.next(), clock.now(), occurrence));

/** Records several events, in this order. */
export const recordEvents = <Type extends EventType>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventDependencies,
  occurrences: readonly EventInput<Type>[],
): Promise<void> => tx.events.addAll(occurrences.map((occurrence) => newEvent(ids.next(), clock.now(), occurrence)));
