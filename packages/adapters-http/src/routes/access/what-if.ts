import type { AffectedUser } from '@portcullis/application/internal/access/compare-access';
import { accessChangeKinds, type AccessChange } from '@portcullis/application/internal/access/what-if';
import { affectedSessions, type AccessItem } from '@portcullis/domain/internal/access/access-differences';
import type { MenuId, PermissionId, RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import { maxLinks } from '@portcullis/domain/internal/shared/replace-links';
import type { Status } from '@portcullis/domain/internal/shared/status';
import type { BodyLimits } from '../../body/receive-body.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Ids, Integer, OneOf, Optional, Uuid, When } from '../../validation/fields.ts';
import { IsStatus } from '../../validation/service-fields.ts';
import { ItemsOf } from '../../validation/items.ts';
import * as schema from '../../validation/schema.ts';
import { administrators } from './access.ts';
import { GrantItem, grantOf } from './grant-items.ts';
import { maxPageSize } from '../list-query.ts';
import { PermissionGrantItem, requestedGrant } from './permission-grant-items.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { conditionSchema } from '../schemas/conditions.ts';
import { userFields } from '../schemas/users.ts';
import { windowFields } from '../schemas/window.ts';

/** The field is required for some kinds of changes. */
const For = (...kinds: readonly AccessChange['kind'][]): PropertyDecorator =>
  When(
    ({ change }: Partial<WhatIfBody>, value) => value !== undefined || (change !== undefined && kinds.includes(change)),
  );

const forKinds = (meaning: string, kinds: string): string => `${meaning}, for ${kinds}.`;

class WhatIfBody {
  @OneOf(accessChangeKinds)
  @Describe('What would be changed: links, a status, or a deletion.')
  change!: AccessChange['kind'];

  @For('user.roles', 'user.role-grants', 'user.deletion')
  @Uuid()
  @Describe(forKinds('The id of the user', 'changes that begin with `user.`'))
  userId!: UserId;

  @For('role.permissions', 'role.permission-grants', 'role.menus', 'role.status', 'role.deletion')
  @Uuid()
  @Describe(forKinds('The id of the role', 'changes that begin with `role.`'))
  roleId!: RoleId;

  @For('permission.status', 'permission.deletion')
  @Uuid()
  @Describe(forKinds('The id of the permission', 'changes that begin with `permission.`'))
  permissionId!: PermissionId;

  @For('menu.deletion') @Uuid() @Describe(forKinds('The id of the menu', '`menu.deletion`')) menuId!: MenuId;
  @For('user.roles') @Ids() @Describe(forKinds('The new roles of the user', '`user.roles`')) roleIds!: RoleId[];

  @For('user.role-grants')
  @ItemsOf(GrantItem, { max: maxLinks, key: 'roleId' })
  @Describe(forKinds('The new roles of the user with their periods', '`user.role-grants`'))
  grants!: GrantItem[];

  @For('role.permissions')
  @Ids()
  @Describe(forKinds('The new permissions of the role', '`role.permissions`'))
  permissionIds!: PermissionId[];

  @For('role.permission-grants')
  @ItemsOf(PermissionGrantItem, { max: maxLinks, key: 'permissionId' })
  @Describe(forKinds('The new permissions of the role with their conditions', '`role.permission-grants`'))
  permissionGrants!: PermissionGrantItem[];

  @For('role.menus') @Ids() @Describe(forKinds('The new menus of the role', '`role.menus`')) menuIds!: MenuId[];

  @For('role.status', 'permission.status')
  @IsStatus()
  @Describe(forKinds('The new status', '`role.status` and `permission.status`'))
  status!: Status;

  @Integer(1, maxPageSize) @Describe('Maximum number of users that are looked at.') limit = 50;
  @Optional()
  @Uuid()
  @Describe('Only users after the user with this id: the `next` of the last response.')
  after?: UserId;
}

function changeOf({
  change: kind,
  userId,
  roleId,
  permissionId,
  menuId,
  roleIds,
  grants,
  permissionIds,
  permissionGrants,
  menuIds,
  status,
}: WhatIfBody): AccessChange {
  switch (kind) {
    case 'user.roles':
      return { kind, userId, roleIds };
    case 'user.role-grants':
      return { kind, userId, grants: grants.map(grantOf) };
    case 'role.permissions':
      return { kind, roleId, permissionIds };
    case 'role.permission-grants':
      return { kind, roleId, grants: permissionGrants.map(requestedGrant) };
    case 'role.menus':
      return { kind, roleId, menuIds };
    case 'role.status':
      return { kind, roleId, status };
    case 'permission.status':
      return { kind, permissionId, status };
    case 'user.deletion':
      return { kind, userId };
    case 'role.deletion':
      return { kind, roleId };
    case 'permission.deletion':
      return { kind, permissionId };
    case 'menu.deletion':
      return { kind, menuId };
  }
}

const itemSchema = schema.namedObject<AccessItem>('AccessItem', {
  kind: schema.withDescription(
    schema.oneOf(['role', 'permission', 'menu']),
    'Whether this is a role, a permission or a menu.',
  ),
  id: schema.withDescription(schema.uuid(), 'The id of the role, permission or menu.'),
  code: schema.withDescription(schema.text, 'The code of the role or permission, or the route name of the menu.'),
  name: schema.withDescription(schema.text, 'The name of the role, permission or menu.'),
  condition: schema.withDescription(
    schema.nullable(conditionSchema),
    'A permission is gained or lost only for the resources for which this is true; null: for all.',
  ),
  sessions: schema.withDescription(
    schema.oneOf(affectedSessions),
    'The sessions of the user that are affected: all, or only those with or without a second factor.',
  ),
});

const affectedUserSchema = schema.namedObject<AffectedUser>('AffectedUser', {
  kind: schema.withDescription(schema.oneOf(['user']), 'The kind of holder.'),
  ...schema.pick(userFields, 'id', 'username'),
  gains: schema.withDescription(schema.listOf(itemSchema), 'What the user would gain.'),
  loses: schema.withDescription(schema.listOf(itemSchema), 'What the user would lose.'),
});

/** The error with which a change would be refused. */
const refusalSchema = schema.object({
  reason: schema.withDescription(schema.text, 'The `reason` of the error.'),
  message: schema.withDescription(schema.text, 'The message of the error.'),
  details: schema.withDescription(schema.jsonValue, 'The `errors` of the error.'),
});

const outcomeSchema = schema.namedObject('WhatIf', {
  refusal: schema.withDescription(
    schema.nullable(refusalSchema),
    'The error with which the change would be refused. It would then affect nobody. Null if the change would be made.',
  ),
  losesLastAdministrator: schema.withDescription(
    schema.flag,
    'Whether the change would be refused because no administrator would be left.',
  ),
  ...windowFields(affectedUserSchema, 'users who would gain or lose something'),
});

/** The route that finds out the effect of a change before it is made (docs/interface.md §4.4). */
export const whatIfRoutes = (deps: UseCases<'whatIf'> & { readonly bodyLimits: BodyLimits }): readonly Route[] => [
  route({
    method: 'POST',
    path: '/access/what-if',
    operation: 'whatIf',
    idempotencyKey: 'ignored',
    summary: 'Find out who would gain or lose access by a change',
    description:
      'Stores nothing. The change is made by the same rules as the real one, in a transaction that is rolled back. The access right before and right after the change is compared, so a role that begins or ends later counts as at present. A response can have fewer items than `limit` although there are more: send `next` as `after` while `hasMore` is true.',
    access: 'authorized',
    anyRole: administrators,
    body: WhatIfBody,
    bodyLimits: deps.bodyLimits,
    data: outcomeSchema,
    handle: async ({ body, caller }) => {
      const { after, limit } = body;
      const { next, ...outcome } = await deps.whatIf({ actor: caller, change: changeOf(body), after, limit });
      return { ...outcome, next, hasMore: next !== null };
    },
  }),
];
