import type { AccessFactViews, AccessTarget } from '@portcullis/application/internal/ports/access-facts';
import type { MenuPath as PathToMenu } from '@portcullis/domain/internal/access/access-paths';
import { orNotFound, type NotFound } from '@portcullis/domain/internal/shared/errors';
import {
  holdersIn,
  permissionHoldersIn,
  type Holder,
  type HolderFacts,
  type PermissionHolder,
} from '@portcullis/domain/internal/access/holders';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { Describe } from '../../validation/descriptions.ts';
import { Flag, Integer, Optional, Uuid } from '../../validation/fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { administrators } from './access.ts';
import { MenuPath } from './menus.ts';
import { PermissionPath } from './permissions.ts';
import { RolePath } from './roles.ts';
import { maxPageSize } from '../list-query.ts';
import { route, type Route } from '../route.ts';
import { apiKeyFields } from '../schemas/api-keys.ts';
import { menuPathsSchema, needsFactor, pathsSchema, permissionPathsSchema } from '../schemas/user-access.ts';
import { windowFields, type WindowOf } from '../schemas/window.ts';
import { userFields } from '../schemas/users.ts';

class HoldersQuery {
  @Integer(1, maxPageSize) @Describe('Maximum number of users.') limit = 50;
  @Optional()
  @Uuid()
  @Describe('Only users after the user with this id: the `next` of the last response.')
  after?: UserId;
  @Optional() @Flag() @Describe('Whether to count all holders. This takes longer the more there are.') total?: boolean;
}

type Holders<Item> = WindowOf<Item> & { readonly total?: number };

const holderFields: Fields<Pick<Holder, 'kind' | 'id' | 'username' | 'needsFactor'>> = {
  kind: schema.withDescription(schema.oneOf(['user']), 'The kind of holder.'),
  ...schema.pick(userFields, 'id', 'username'),
  needsFactor,
};

const keysSchema = schema.withDescription(
  schema.listOf(
    schema.object<PermissionHolder['apiKeys'][number]>({
      id: schema.withDescription(schema.uuid(), 'The id of the key.'),
      name: apiKeyFields.name,
    }),
  ),
  'The unexpired API keys of the user that list the permission and to which the access check gives it. If `needsFactor` is true, only keys with `hasFactor`. Keys that are `readOnly` only if the last part of the code is `read` or begins with `read-`. A key passes no check by a role and shows no menus, so holders of roles and menus have no keys.',
);

const holdersOf = <Item>(holder: Schema<Item>): Schema<Holders<Item>> =>
  schema.objectWith(windowFields(holder, 'holders'), {
    total: schema.withDescription(schema.count, 'The number of all holders; absent unless `total` is true.'),
  });

const holdersSchema = holdersOf(schema.namedObject<Holder>('Holder', { ...holderFields, ...pathsSchema }));
const permissionHoldersSchema = holdersOf(
  schema.namedObject<PermissionHolder>('PermissionHolder', {
    ...holderFields,
    ...permissionPathsSchema,
    apiKeys: keysSchema,
  }),
);
const menuHoldersSchema = holdersOf(
  schema.namedObject<Holder<PathToMenu>>('MenuHolder', { ...holderFields, ...menuPathsSchema }),
);

async function readHolders<Item>(
  { ofHolders, countHolders }: AccessFactViews,
  target: AccessTarget,
  { limit, after, total }: HoldersQuery,
  notFound: NotFound,
  holdersAmong: (facts: HolderFacts) => readonly Item[],
): Promise<Holders<Item>> {
  const facts = orNotFound(await ofHolders(target, { after, limit: limit + 1 }), notFound);
  const users = facts.users.slice(0, limit);
  const hasMore = facts.users.length > limit;
  return {
    items: holdersAmong({ ...facts, users }),
    hasMore,
    next: hasMore ? (users.at(-1)?.id ?? null) : null,
    ...(total === true && { total: await countHolders(target) }),
  };
}

const description =
  'Sorted by the id of the user. A response can have fewer items than `limit` although there are more: send `next` as `after` while `hasMore` is true.';

/** The routes that list who has a role, a permission or a menu (docs/interface.md §4.2, §4.3 and §4.5). */
export const holderRoutes = (): readonly Route[] => [
  route({
    method: 'GET',
    path: '/roles/:id/holders',
    operation: 'listRoleHolders',
    summary: 'List the users who have a role',
    description: `Users for whom the role is in force. ${description}`,
    access: 'authorized',
    anyRole: administrators,
    params: RolePath,
    query: HoldersQuery,
    data: holdersSchema,
    refuses: ['role-not-found'],
    read: ({ params: { id }, query }, { accessFacts }) =>
      readHolders(accessFacts, { kind: 'role', id }, query, 'role-not-found', (facts) =>
        holdersIn(facts, ({ roles }) => roles.find((each) => each.id === id)),
      ),
  }),
  route({
    method: 'GET',
    path: '/permissions/:id/holders',
    operation: 'listPermissionHolders',
    summary: 'List the users who have a permission',
    description: `Users who have the permission, with the roles that grant it and the API keys that can use it. ${description}`,
    access: 'authorized',
    anyRole: administrators,
    params: PermissionPath,
    query: HoldersQuery,
    data: permissionHoldersSchema,
    refuses: ['permission-not-found'],
    read: ({ params: { id }, query }, { accessFacts }) =>
      readHolders(accessFacts, { kind: 'permission', id }, query, 'permission-not-found', (facts) =>
        permissionHoldersIn(facts, id),
      ),
  }),
  route({
    method: 'GET',
    path: '/menus/:id/holders',
    operation: 'listMenuHolders',
    summary: 'List the users who see a menu',
    description: `Users to whom the menu is shown, with the roles that grant it or, for a directory, a menu below it. ${description}`,
    access: 'authorized',
    anyRole: administrators,
    params: MenuPath,
    query: HoldersQuery,
    data: menuHoldersSchema,
    refuses: ['menu-not-found'],
    read: ({ params: { id }, query }, { accessFacts }) =>
      readHolders(accessFacts, { kind: 'menu', id }, query, 'menu-not-found', (facts) =>
        holdersIn(facts, ({ menus }) => menus.find((each) => each.id === id)),
      ),
  }),
];
