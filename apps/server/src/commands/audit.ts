import { auditMonths } from '@portcullis/adapters-persistence';
import type { AuditRecord } from '@portcullis/domain';
import { resolvePort } from '../wiring/dependency-injection.ts';
import * as ports from '../wiring/ports.ts';
import { removeMonths, type Removal } from './remove-months.ts';
import { withService } from './with-service.ts';
import { writeRecords } from './write-records.ts';

/** Writes the records older than `before` in the format of GET /api/audit-logs. */
export const exportAudit = ({ before }: { readonly before: Date }): Promise<void> =>
  withService((container) => {
    const audit = resolvePort(container, ports.AUDIT_VIEWS);
    return writeRecords<AuditRecord>((limit, last) => audit.before(before, limit, last));
  });

export const removeAudit = (removal: Removal): Promise<void> => removeMonths(auditMonths, removal);
