import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { maxLinks } from '@portcullis/domain/internal/shared/replace-links';
import type { BodyLimits } from '../../body/receive-body.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import { WithVersion } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { ItemsOf } from '../../validation/items.ts';
import { listOf, object, text, uuid, withDescription } from '../../validation/schema.ts';
import { administrators, rolesOfUserChange } from './access.ts';
import { GrantItem, grantOf } from './grant-items.ts';
import { route, type Route } from '../route.ts';
import { roleGrantsSchema, userFields } from '../schemas/users.ts';
import type { UseCases } from '../use-cases.ts';
import { SetUserRolesBody, UserPath } from '../accounts/user-requests.ts';

class SetRoleGrantsBody {
  @ItemsOf(GrantItem, { max: maxLinks, key: 'roleId' })
  @Describe('All roles that the user will have. An empty list removes all roles.')
  grants!: GrantItem[];
}

const userId = withDescription(uuid(), 'The id of the user.');
const grants = withDescription(
  roleGrantsSchema,
  'All roles of the user, including those that have ended or not begun.',
);

type RoleGrantRouteDependencies = UseCases<'setRoleGrants' | 'setUserRoles'> & {
  /** The rate limit on all operations that set only the roles of a user. */
  readonly setUserRolesLimit: Limit;
  readonly bodyLimits: BodyLimits;
};

/** The routes for the roles of a user, and the periods in which the user has them (docs/interface.md §4.4). */
export const roleGrantRoutes = ({
  setUserRoles,
  setRoleGrants,
  setUserRolesLimit,
  bodyLimits,
}: RoleGrantRouteDependencies): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/users/:id/roles',
    operation: 'setUserRoles',
    summary: 'Replace the roles of a user',
    description:
      'The list replaces the roles of the user; an empty list removes all roles. An audit record with the roles before and after the change is written.',
    access: 'authorized',
    ...rolesOfUserChange,
    limit: setUserRolesLimit,
    params: UserPath,
    body: SetUserRolesBody,
    data: object({
      userId,
      roleIds: withDescription(listOf(uuid()), 'The ids of the roles of the user after the change.'),
      message: withDescription(text, 'A sentence to show to users.'),
    }),
    refuses: ['unknown-user', 'unknown-roles', 'last-administrator'],
    handle: async ({ params: { id }, body, caller, ifMatch }) => {
      const { after: roleIds, version } = await setUserRoles({
        actor: caller,
        ifMatch,
        userId: id,
        roleIds: body.roleIds,
      });
      const message = 'The roles of the user were replaced.';
      return new WithVersion({ userId: id, roleIds, message }, version);
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/role-grants',
    operation: 'getRoleGrants',
    summary: 'Read the roles of a user with their periods',
    access: 'authorized',
    anyRole: administrators,
    params: UserPath,
    isVersioned: true,
    data: object({ userId, version: userFields.version, grants }),
    refuses: ['user-not-found'],
    read: async ({ params: { id } }, views) => {
      const { roleGrants, version } = orNotFound(await views.users.find(id), 'user-not-found');
      return { userId: id, version, grants: roleGrants };
    },
  }),
  route({
    method: 'PUT',
    path: '/users/:id/role-grants',
    operation: 'setRoleGrants',
    summary: 'Replace the roles of a user, with their periods',
    description:
      'The list replaces the roles of the user; an empty list removes all roles. From `validUntil` on, and before `validFrom`, the role gives the user nothing. An audit record with the roles before and after the change is written. The calls are counted together with those of `setUserRoles`.',
    access: 'authorized',
    ...rolesOfUserChange,
    limit: setUserRolesLimit,
    params: UserPath,
    body: SetRoleGrantsBody,
    bodyLimits,
    data: object({ userId, grants, message: withDescription(text, 'A sentence to show to users.') }),
    refuses: ['unknown-user', 'unknown-roles', 'last-administrator'],
    handle: async ({ params: { id }, body, caller, ifMatch }) => {
      const replaced = await setRoleGrants({ actor: caller, ifMatch, userId: id, grants: body.grants.map(grantOf) });
      const message = 'The roles of the user were replaced.';
      return new WithVersion({ userId: id, grants: replaced.grants, message }, replaced.version);
    },
  }),
];
