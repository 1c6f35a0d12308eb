import { auditMonths } from '@portcullis/adapters-persistence';
import type { AuditRecord } from '@portcullis/domain';
import { removeMonths, type Removal } from './remove-months.ts';
import type { Terminal } from './terminal.ts';
import { withService } from './with-service.ts';
import { writeRecords } from './write-records.ts';

/** Writes the records older than `before` in the format of GET /api/audit-logs. */
export const exportAudit = (terminal: Terminal, { before }: { readonly before: Date }): Promise<void> =>
  withService(terminal, (services) => {
    const audit = services.audit;
    return writeRecords<AuditRecord>(terminal, (limit, last) => audit.before(before, limit, last));
  });

export const removeAudit = (terminal: Terminal, removal: Removal): Promise<void> =>
  removeMonths(terminal, auditMonths, removal);
