import type { AuditLog } from '@portcullis/application';
import type { EntityManager } from 'typeorm';

export const auditLog = (db: EntityManager): AuditLog => ({
  add: async (record) => {
    await db.query(
      `INSERT INTO audit_records
         (id, event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        record.id,
        record.event,
        record.userId,
        record.ipAddress,
        record.userAgent,
        record.resource,
        record.resourceId,
        record.action,
        JSON.stringify(record.payload),
        record.result,
        record.createdAt,
      ],
    );
  },
});
