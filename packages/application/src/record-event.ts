import { newEvent, type EventType, type Occurrence } from '@portcullis/domain';
import type { CreateDependencies } from './dependencies.ts';
import type { Transaction } from './ports/unit-of-work.ts';

/** The dependencies of an event. */
export type EventSource = Pick<CreateDependencies, 'clock' | 'ids'>;

/** Adds the event of a write to the transaction of the write. */
export const recordEvent = <Type extends EventType>(
  tx: Pick<Transaction, 'events'>,
  { clock, ids }: EventSource,
  occurrence: Occurrence<Type>,
): Promise<void> => tx.events.add(newEvent(ids.next(), clock.now(), occurrence));
