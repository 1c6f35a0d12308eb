import type { Permission } from '@portcullis/domain';
import type { PermissionListQuery, PermissionSortField, PermissionViews } from '@portcullis/application';
import { matchesFilter, pageOf, sortedBy, type ListRules } from '../pages.ts';
import { summaryOf } from '../grants.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';

const listed: ListRules<Permission, PermissionSortField, PermissionListQuery> = {
  sort: {
    createdAt: (permission) => permission.createdAt,
    updatedAt: (permission) => permission.updatedAt,
    code: (permission) => permission.code,
    name: (permission) => permission.name,
    resource: (permission) => permission.resource,
    action: (permission) => permission.action,
    status: (permission) => permission.status,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ code, name, description }) => [code, name, description],
  matches: ({ resource, action }, query) =>
    matchesFilter(query.resource, resource) && matchesFilter(query.action, action),
};

export const permissionViews = (now: () => State): PermissionViews => ({
  find: async (id) => now().permissions.get(id),
  list: async (query) => pageOf(now().permissions.values(), query, listed),
  rolesOf: async (id) => {
    const { permissions, roles, rolePermissions } = now();
    if (!permissions.has(id)) return undefined;
    const holders = [...roles.values()].filter((role) => linksOf(rolePermissions, role.id).includes(id));
    return sortedBy(holders, ({ code }) => [code]).map(summaryOf);
  },
  all: async () => sortedBy(now().permissions.values(), ({ resource, code }) => [resource, code]),
});
