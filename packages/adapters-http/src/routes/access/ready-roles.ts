import { readyRoleCodes, readyRoles, type ReadyRoleCode } from '@portcullis/domain/internal/roles/ready-roles';
import { Describe } from '../../validation/descriptions.ts';
import { OneOf } from '../../validation/fields.ts';
import { administratorsChange } from './access.ts';
import { route, type Route } from '../route.ts';
import { roleSchema } from '../schemas/roles.ts';
import type { UseCases } from '../use-cases.ts';

class ReadyRoleBody {
  @OneOf(readyRoleCodes)
  @Describe(`The code of the role. ${readyRoles.map(({ code, description }) => `${code}: ${description}`).join(' ')}`)
  code!: ReadyRoleCode;
}

/** The route that adds roles with conditions that are ready to use (docs/interface.md §4.3). */
export const readyRoleRoutes = ({ addReadyRole }: UseCases<'addReadyRole'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/ready-roles',
    operation: 'addReadyRole',
    idempotencyKey: 'accepted',
    summary: 'Add a role that is ready to use, with permissions and conditions',
    description:
      'AUTHOR creates contents, reads own contents in every status, and changes and deletes own drafts. PUBLISHER also publishes, unpublishes, schedules and archives own contents. SECTION_EDITOR does everything with contents of the category that the attribute `section` of the user names and of those below it, and manages the categories below it. A content is the own content of the user who created it. The added role can be changed and deleted like every other role. Permissions of the role that do not exist are created; existing ones are not changed. Attributes of users to which its conditions refer are declared too; if `section` exists with another type, or users can write it, the response is 409, code 1009. Afterwards, administrators set the attribute `section` of a section editor to the id of a category.',
    access: 'authorized',
    ...administratorsChange,
    status: 201,
    body: ReadyRoleBody,
    isVersioned: true,
    data: roleSchema,
    refuses: ['role-code-taken', 'role-name-taken', 'attribute-in-use', 'attributes-unacceptable'],
    handle: ({ body: { code }, caller }) => addReadyRole({ actor: caller, code }),
  }),
];
