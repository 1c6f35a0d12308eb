import type { ExplainedAccess } from '@portcullis/domain';
import { explained, flag, listOf, named, object, text, uuid } from '../../validation/schema.ts';
import { roleSummarySchema } from './roles.ts';
import { status } from './users.ts';

/** Why a user holds which permissions. */
export const userAccessSchema = named('UserAccess', () =>
  object<ExplainedAccess>({
    status: explained(status, 'The status of the user. 1: enabled, 0: disabled. A disabled user holds no permission.'),
    roles: explained(listOf(roleSummarySchema), 'The roles of the user.'),
    permissions: explained(
      listOf(
        object<ExplainedAccess['permissions'][number]>({
          id: explained(uuid(), 'The id of the permission.'),
          code: explained(text, 'The code of the permission.'),
          name: explained(text, 'The name of the permission.'),
          status: explained(status, 'The status of the permission. 1: enabled, 0: disabled.'),
          roles: explained(
            listOf(text),
            'The codes of the roles of the user that have the permission, disabled ones included.',
          ),
          granted: explained(flag, 'Whether the user, the permission and at least one of its roles are enabled.'),
        }),
      ),
      'The permissions of these roles.',
    ),
  }),
);
