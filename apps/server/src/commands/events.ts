import { eventMonths } from '@portcullis/adapters-persistence';
import type { DomainEvent } from '@portcullis/domain';
import { removeMonths, type Removal } from './remove-months.ts';
import type { Terminal } from './terminal.ts';
import { withService } from './with-service.ts';
import { writeRecords } from './write-records.ts';

/** The period of the exported events: `from` and `to` are inclusive, `before` is exclusive. */
export interface EventPeriod {
  readonly from?: Date;
  readonly to?: Date;
  readonly before?: Date;
}

/** Writes the events of a period in the format of GET /api/events. */
export const exportEvents = (terminal: Terminal, { before, ...period }: EventPeriod): Promise<void> =>
  withService(terminal, (services) => {
    const events = services.events;
    // `to` is inclusive. The timestamps of events are whole milliseconds, so `to` is 1 ms earlier than `before`.
    const times = before === undefined ? period : { ...period, to: new Date(before.getTime() - 1) };
    return writeRecords<DomainEvent>(terminal, (limit, last) =>
      events.page({ ...times, after: last?.position ?? 0, limit }),
    );
  });

export const removeEvents = (terminal: Terminal, removal: Removal): Promise<void> =>
  removeMonths(terminal, eventMonths, removal);
