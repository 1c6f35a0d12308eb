import type { ExplainedAccess } from '@portcullis/domain';
import { explained, flag, listOf, named, object, text, uuid } from '../../validation/schema.ts';
import { roleSummarySchema } from './roles.ts';
import { status } from './users.ts';

/** Why a user holds which permissions. */
export const userAccessSchema = named('UserAccess', () =>
  object<ExplainedAccess>({
    status: explained(status, 'Of the user: nothing is granted to a user who is disabled.'),
    roles: listOf(roleSummarySchema),
    permissions: listOf(
      object<ExplainedAccess['permissions'][number]>({
        id: uuid(),
        code: text,
        name: text,
        status,
        roles: explained(listOf(text), 'Codes of the roles of the user that bring it, enabled or not.'),
        granted: explained(flag, 'Whether the user, the permission and at least one of its roles are enabled.'),
      }),
    ),
  }),
);
