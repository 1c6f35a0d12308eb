import { auditMonths, eventMonths } from '@portcullis/adapters-persistence/internal/events/months';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import { removeMonths, type Removal } from './remove-months.ts';
import { print, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Writes the records older than `before` in the format of GET /api/audit-logs. */
export const exportAudit = (terminal: Terminal, { before }: { readonly before: Date }): Promise<void> =>
  withService(terminal, (services) => {
    const audit = services.audit;
    return writeRecords<AuditRecord>(terminal, (limit, last) => audit.before(before, limit, last));
  });

export const removeAudit = (terminal: Terminal, removal: Removal): Promise<void> =>
  removeMonths(terminal, auditMonths, removal);

/** The period of the exported events: `from` and `to` are inclusive, `before` is exclusive. */
interface EventPeriod {
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

/** Maximum number of records that are read at a time. It limits the memory that the records need. */
const batch = 1000;

/**
 * Writes records to standard output, one JSON object on each line.
 * @param next reads at most `limit` records after the record `last`, or from the beginning if `last` is undefined
 */
export const writeRecords = <Row>(
  terminal: Terminal,
  next: (limit: number, last?: Row) => Promise<readonly Row[]>,
): Promise<void> => print(terminal, linesOf(next));

async function* linesOf<Row>(next: (limit: number, last?: Row) => Promise<readonly Row[]>): AsyncGenerator<string> {
  for (let records = await next(batch); records.length > 0; ) {
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
    records = await next(batch, records.at(-1));
  }
}
