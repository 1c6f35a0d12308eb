import type {
  PermissionListQuery,
  PermissionRepository,
  PermissionSortField,
  PermissionViews,
} from '@portcullis/application/internal/ports/permissions';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { State } from '../tables/state.ts';
import { existingIdsIn, linksOf } from '../tables/tables.ts';
import { unlinkOwners, versionedTable } from '../tables/versioned-tables.ts';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import { asRead, type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import { countUsers, summaryOf } from '../tables/grants.ts';

export const contracts = [() => import('../contracts/permissions.ts')];

export const repository = (state: State, _clock: Clock, targets: ConditionTargets): PermissionRepository => ({
  ...versionedTable(
    { rows: state.permissions, counted: state.counted },
    {
      unique: [
        ['permission-code-taken', ({ code }) => code],
        ['permission-name-taken', ({ name }) => name],
      ],
      beforeRemove: (id) => unlinkOwners(state.rolePermissions, { rows: state.roles, counted: state.counted }, id),
    },
  ),
  existingIds: existingIdsIn(state.permissions),
  targetsOf: async (ids) =>
    ids.flatMap((each) => {
      const permission = state.permissions.get(each);
      return permission === undefined
        ? []
        : [
            {
              id: permission.id,
              code: permission.code,
              resource: permission.resource,
              target: targets[permission.code],
            },
          ];
    }),
  existingCodes: async (codes) => {
    const existing = new Set([...state.permissions.values()].map(({ code }) => code));
    return new Set(codes.filter((code) => existing.has(code)));
  },
});

const listed: ListRules<Permission, PermissionSortField, PermissionListQuery> = {
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ code, name, description }) => [code, name, description],
  matches: ({ resource, action }, query) =>
    matchesFilter(query.resource, resource) && matchesFilter(query.action, action),
};

export const views = (now: () => State, clock: Clock): PermissionViews => ({
  find: async (id) => now().permissions.get(id),
  list: async (query) => pageOf(now().permissions.values(), query, listed),
  rolesOf: async (id) => {
    const { permissions, roles, rolePermissions } = now();
    if (!permissions.has(id)) return undefined;
    const holders = [...roles.values()].filter((role) => linksOf(rolePermissions, role.id).includes(id));
    return sortedBy(holders, ({ code }) => [code]).map((role) => ({
      ...summaryOf(role),
      userCount: countUsers(now(), role.id, clock.now()),
    }));
  },
  all: async () => sortedBy(now().permissions.values(), ({ resource, code }) => [resource, code]),
});
