import { permissionLimits, roleLimits, type ExplainedAccess } from '@portcullis/domain';
import { withDescription, flag, listOf, named, object, textOf, uuid } from '../../validation/schema.ts';
import { roleSummarySchema } from './roles.ts';
import { status } from './users.ts';

/** All permissions of a user, each with the roles that grant it. */
export const userAccessSchema = named('UserAccess', () =>
  object<ExplainedAccess>({
    status: withDescription(
      status,
      'The status of the user. 1: enabled, 0: disabled. A disabled user has no permissions.',
    ),
    roles: withDescription(listOf(roleSummarySchema), 'The roles of the user.'),
    permissions: withDescription(
      listOf(
        object<ExplainedAccess['permissions'][number]>({
          id: withDescription(uuid(), 'The id of the permission.'),
          code: withDescription(textOf(permissionLimits.code), 'The code of the permission.'),
          name: withDescription(textOf(permissionLimits.name), 'The name of the permission.'),
          status: withDescription(status, 'The status of the permission. 1: enabled, 0: disabled.'),
          roles: withDescription(
            listOf(textOf(roleLimits.code)),
            'The codes of the roles of the user that have the permission, including disabled roles.',
          ),
          granted: withDescription(flag, 'Whether the user, the permission and at least one of its roles are enabled.'),
          needsFactor: withDescription(
            flag,
            'Whether only roles that require a second factor grant the permission. A session without a second factor then does not have the permission.',
          ),
        }),
      ),
      'The permissions of the roles of the user.',
    ),
  }),
);
