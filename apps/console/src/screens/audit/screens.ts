import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';
import { can } from '../../session/session.ts';

export const auditScreens: readonly Screen[] = [
  {
    path: '/audit',
    title: () => texts().titles.audit,
    // The activity has the same changes, and more about each of them.
    isInNavigation: () => !can('listEvents'),
    group: 'service',
    icon: 'mdi:history',
    anyOf: ['listAuditRecords'],
    load: async () => (await import('./audit.tsx')).Audit,
  },
  {
    path: '/audit/:id',
    anyOf: ['getAuditRecord'],
    load: async () => (await import('./audit-record.tsx')).AuditRecord,
  },
];
