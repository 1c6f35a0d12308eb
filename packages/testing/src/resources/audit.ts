import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import type {
  AuditListQuery,
  AuditSortField,
  AuditLog,
  AuditViews,
} from '@portcullis/application/internal/ports/audit';
import { type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/audit.ts')];

const listed: ListRules<AuditRecord, AuditSortField, AuditListQuery> = {
  sort: {},
  defaultSort: { by: 'createdAt', order: 'desc' },
  matches: ({ userId, resourceId, event, createdAt }, query) =>
    matchesFilter(query.userId, userId) &&
    matchesFilter(query.resourceId, resourceId) &&
    matchesFilter<string>(query.event, event) &&
    (query.from === undefined || createdAt >= query.from) &&
    (query.to === undefined || createdAt <= query.to),
};

export const views = (now: () => State): AuditViews => ({
  find: async (id) => now().audit.get(id),
  list: async (query) => pageOf(now().audit.values(), query, listed),
  before: async (timestamp, limit, last) => {
    const early = [...now().audit.values()].filter(({ createdAt }) => createdAt < timestamp);
    const sorted = sortedBy(early, ({ createdAt, id }) => [createdAt, id]);
    return sorted.slice(sorted.findIndex(({ id }) => id === last?.id) + 1).slice(0, limit);
  },
});

export const repository = ({ audit }: State): AuditLog => table(audit);
