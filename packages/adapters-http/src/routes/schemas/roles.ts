import type { RoleStats } from '@portcullis/application';
import type { Role, RoleSummary } from '@portcullis/domain';
import { count, explained, flag, uuid, moment, named, nullable, object, text } from '../../validation/schema.ts';
import { status } from './users.ts';

/** A role (docs/interface.md §2.3). */
export const roleSchema = named('Role', () =>
  object<Role>({
    id: uuid(),
    code: text,
    name: text,
    description: nullable(text),
    isSystem: explained(flag, 'Of a system role only permissions and menus change.'),
    status,
    createdAt: moment,
    updatedAt: moment,
  }),
);

/** A role where others are listed beside it. */
export const roleSummarySchema = named('RoleSummary', () =>
  object<RoleSummary>({ id: uuid(), code: text, name: text, status }),
);

export const roleStatsSchema = named('RoleStats', () =>
  object<RoleStats>({ userCount: count, menuCount: count, permissionCount: count }),
);
