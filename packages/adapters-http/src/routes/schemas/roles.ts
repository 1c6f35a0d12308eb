import type { RoleStats } from '@portcullis/application';
import { roleLimits, type Role, type RoleSummary } from '@portcullis/domain';
import {
  count,
  withDescription,
  flag,
  uuid,
  named,
  nullable,
  object,
  textOf,
  versioned,
  type Fields,
} from '../../validation/schema.ts';
import { status } from './users.ts';

export const roleFields: Fields<Pick<Role, 'id' | 'code' | 'name' | 'description' | 'status' | 'requiresFactor'>> = {
  id: withDescription(uuid(), 'The id of the role.'),
  code: withDescription(textOf(roleLimits.code), 'The unique name that programs use.'),
  name: withDescription(textOf(roleLimits.name), 'The unique name that users see.'),
  description: withDescription(nullable(textOf(roleLimits.description)), 'A free text that describes the role.'),
  status: withDescription(
    status,
    '1: enabled, 0: disabled. A disabled role grants no permissions or menus.',
    'Default: 1.',
  ),
  requiresFactor: withDescription(
    flag,
    'Whether the role has an effect only in sessions with a second factor. In other sessions, it passes no access check and grants no permissions or menus.',
    'Default: false.',
  ),
};

/** A role (docs/interface.md §2.3). */
export const roleSchema = named('Role', () =>
  object<Role>({
    ...roleFields,
    isSystem: withDescription(
      flag,
      'Whether the role is built in. Only the permissions, the menus and `requiresFactor` of a built-in role can be changed.',
    ),
    ...versioned,
  }),
);

/** The short form of a role in responses about other resources. */
export const roleSummarySchema = named('RoleSummary', () =>
  object<RoleSummary>({
    id: roleFields.id,
    code: roleFields.code,
    name: roleFields.name,
    status: roleFields.status,
    requiresFactor: roleFields.requiresFactor,
  }),
);

export const roleStatsSchema = named('RoleStats', () =>
  object<RoleStats>({
    userCount: withDescription(count, 'Number of users who have the role.'),
    menuCount: withDescription(count, 'Number of menus of the role.'),
    permissionCount: withDescription(count, 'Number of permissions of the role.'),
  }),
);
