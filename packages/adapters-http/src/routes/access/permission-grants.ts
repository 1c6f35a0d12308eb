import type { GrantedPermission } from '@portcullis/application/internal/ports/roles';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { PermissionGrant } from '@portcullis/domain/internal/roles/permission-grant';
import { maxLinks } from '@portcullis/domain/internal/shared/replace-links';
import type { BodyLimits } from '../../body/receive-body.ts';
import { WithVersion } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { ItemsOf } from '../../validation/items.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { administrators, administratorsChange } from './access.ts';
import { RolePath } from './roles.ts';
import { route, type Route } from '../route.ts';
import { PermissionGrantItem, requestedGrant } from './permission-grant-items.ts';
import { conditionSchema } from '../schemas/conditions.ts';
import { permissionFields, roleFields } from '../schemas/roles.ts';
import type { UseCases } from '../use-cases.ts';

class SetPermissionGrantsBody {
  @ItemsOf(PermissionGrantItem, { max: maxLinks, key: 'permissionId' })
  @Describe('All permissions that the role will have. An empty list removes all permissions.')
  grants!: PermissionGrantItem[];
}

const grantFields: Fields<PermissionGrant> = {
  permissionId: schema.withDescription(schema.uuid(), 'The id of the permission.'),
  condition: schema.withDescription(
    schema.nullable(conditionSchema),
    'The role gives the permission only for resources for which this is true; null: for all.',
  ),
};
const roleId = schema.withDescription(roleFields.id, 'The id of the role.');
const grantedSchema = schema.object<GrantedPermission>({
  ...grantFields,
  ...schema.pick(permissionFields, 'code', 'name', 'resource'),
});

type PermissionGrantRouteDependencies = UseCases<'setPermissionGrants'> & {
  readonly bodyLimits: BodyLimits;
};

/** The routes for the permissions of roles with their conditions (docs/interface.md §4.3). */
export const permissionGrantRoutes = ({
  setPermissionGrants,
  bodyLimits,
}: PermissionGrantRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/roles/:id/permission-grants',
    operation: 'getPermissionGrants',
    summary: 'Read the permissions of a role with their conditions',
    access: 'authorized',
    anyRole: administrators,
    params: RolePath,
    isVersioned: true,
    data: schema.object({
      roleId,
      version: schema.versioned.version,
      grants: schema.withDescription(
        schema.listOf(grantedSchema),
        'The permissions of the role, sorted by their codes.',
      ),
    }),
    refuses: ['role-not-found'],
    read: async ({ params: { id } }, { roles }) => {
      const role = orNotFound(await roles.find(id), 'role-not-found');
      return { roleId: id, version: role.version, grants: orNotFound(await roles.grantsOf(id), 'role-not-found') };
    },
  }),
  route({
    method: 'PUT',
    path: '/roles/:id/permission-grants',
    operation: 'setPermissionGrants',
    summary: 'Replace the permissions of a role, with their conditions',
    description:
      'The list replaces the permissions of the role; an empty list removes all of them. Every id must exist. A condition says for which resources the role gives the permission. Permissions of this service have conditions only where its routes evaluate them: on contents, categories and tags. A permission of a resource of another service can compare any attribute. The event `role.permissions.changed` contains the conditions.',
    access: 'authorized',
    ...administratorsChange,
    params: RolePath,
    body: SetPermissionGrantsBody,
    bodyLimits,
    isVersioned: true,
    isConditional: true,
    data: schema.object({
      roleId,
      grants: schema.withDescription(
        schema.listOf(schema.object<PermissionGrant>(grantFields)),
        'The permissions of the role after the change, sorted by id.',
      ),
      message: schema.withDescription(schema.text, 'A sentence to show to users.'),
    }),
    refuses: ['role-not-found', 'unknown-permissions', 'condition-unacceptable', 'attribute-in-use'],
    handle: async ({ params: { id }, body, caller, ifMatch }) => {
      const requested = body.grants.map(requestedGrant);
      const { grants, version } = await setPermissionGrants({ actor: caller, ifMatch, roleId: id, grants: requested });
      return new WithVersion({ roleId: id, grants, message: 'The permissions of the role were replaced.' }, version);
    },
  }),
];
