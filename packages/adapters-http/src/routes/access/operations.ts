import { readConditionedContent } from '@portcullis/application/internal/contents/content-reach';
import {
  isConditional,
  isPermitted,
  requireAccess,
  type Grants,
  type Requirement,
} from '@portcullis/domain/internal/access/access';
import { reachOf } from '@portcullis/domain/internal/access/reach';
import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { explainAccess, type OperationRule } from '@portcullis/domain/internal/access/explain-access';
import { explainConditions } from '@portcullis/domain/internal/access/explain-conditions';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { reasonAgainstKeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import { Describe } from '../../validation/descriptions.ts';
import { Optional, Text, Uuid } from '../../validation/fields.ts';
import { listOf, object, oneOf, text, withDescription } from '../../validation/schema.ts';
import { administrators } from './access.ts';
import type { Privileged } from '../route-spec.ts';
import { keyUseOf } from '../route-access.ts';
import { route, type Route } from '../route.ts';
import { userAccessSchema } from '../schemas/user-access.ts';
import { UserPath } from '../accounts/user-requests.ts';

class OperationsQuery {
  @Optional()
  @Text({ min: 1, max: 4096 })
  @Describe('Operation ids, separated by commas. Default: all operations. Unknown ids are left out.')
  ids?: string;
}

class UserAccessQuery extends OperationsQuery {
  @Optional()
  @Uuid()
  @Describe('The id of a content for which the conditions on permissions are decided. Only administrators can set it.')
  contentId?: ContentId;
}

const operationSchema = object({
  id: withDescription(text, 'The `operationId` in the API document.'),
  when: withDescription(
    oneOf(['always', 'some']),
    '`always`: the roles and permissions of the caller allow the operation. `some`: they allow it only for some resources, because permissions have conditions or the caller may not read all resources. Callers who are not administrators may call `getUserAccess` only about themselves, and callers without `access.evaluate` may call `filterAccess` only about themselves.',
  ),
});

/** Returns the roles and permissions with which a caller may call a route for all resources. */
function requirementOf(each: Route): Requirement {
  if (each.access === 'authorized') return each;
  if (each.access !== 'authenticated' || each.isAboutSelf !== true) return {};
  return { anyRole: each.privileged?.roles ?? [], anyPermission: each.privileged?.permissions ?? [] };
}

/** Every role and permission that the access rules of the routes name. */
function codesOf(routes: readonly Route[]): Privileged {
  const roles = new Set<string>();
  const permissions = new Set<PermissionCode>();
  for (const each of routes) {
    const { anyRole = [], anyPermission = [], allPermissions = [] } = requirementOf(each);
    for (const role of anyRole) roles.add(role);
    for (const code of [...anyPermission, ...allPermissions]) permissions.add(code);
  }
  return { roles: [...roles], permissions: [...permissions], evaluatesConditions: true };
}

/** Returns the access rule of a route. */
export const ruleOf = (each: Route): OperationRule => ({
  id: each.operation,
  isPublic: each.access === 'public' || each.access === 'optional',
  requirement: each.access === 'authorized' ? each : {},
  ...(each.access === 'authorized' && each.readers && { readers: each.readers }),
});

/** Whether the caller may call an operation only for some resources. */
const isSome = (each: Route, held: Grants): boolean =>
  each.access === 'authorized' &&
  (isConditional(each, held) || (each.readers !== undefined && reachOf(each.readers, held, undefined) !== true));

/** Whether requests with an API key can call a route if the key has the permissions of the route. */
const isOpenToKey = (operation: Route, key: Pick<ApiKey, 'readOnly'>): boolean =>
  operation.access === 'public' || reasonAgainstKeyUse(key, keyUseOf(operation)) === undefined;

/** Returns the routes that depend on the access rules of all routes (docs/interface.md §4.1 and §4.4). */
export function operationRoutes(routes: readonly Route[]): readonly Route[] {
  const offered = routes.filter(({ closedWith }) => closedWith === undefined);
  const wanted = (ids: string | undefined): readonly Route[] => {
    const all = [...offered, ...own];
    if (ids === undefined) return all;
    const chosen = new Set(ids.split(','));
    return all.filter(({ operation }) => chosen.has(operation));
  };
  const userAccess = route({
    method: 'GET',
    path: '/users/:id/access',
    operation: 'getUserAccess',
    summary: 'Explain the access of a user',
    description:
      'Lists the roles, permissions, menus and operations of the user, with every path that gives them, and every path that nearly does. All conditions of an operation must be met; one without conditions is open to every caller. Administrators may read the access of all users, other callers only their own. The conditions are those by which the service refuses calls.',
    access: 'authenticated',
    privileged: { roles: administrators, permissions: [] },
    isAboutSelf: true,
    params: UserPath,
    query: UserAccessQuery,
    data: userAccessSchema,
    refuses: ['role-required', 'user-not-found', 'content-not-found'],
    read: async ({ params: { id }, query: { ids, contentId }, caller, grants }, views) => {
      // The parts of a condition that fail tell something about the content, which only some users may read.
      if (id !== caller.id || contentId !== undefined) requireAccess({ anyRole: administrators }, await grants());
      const facts = orNotFound(await views.accessFacts.ofUser(id), 'user-not-found');
      const user = orNotFound(facts.users[0], 'user-not-found');
      const access = explainAccess(facts, user, wanted(ids).map(ruleOf));
      const content = contentId === undefined ? undefined : await readConditionedContent(views, contentId);
      return { ...access, conditions: content === undefined ? null : explainConditions(access, user, content) };
    },
  });
  const myOperations = route({
    method: 'GET',
    path: '/auth/operations',
    operation: 'getMyOperations',
    summary: 'List the operations that the caller may call',
    description:
      'The rules are those by which the service refuses calls. `when` is `always`, or `some` if the caller may call the operation only for some of the resources; for operations on what belongs to the caller, such as the own sessions, it is `always`. A call can still be refused for other reasons: a rate limit, the state of a resource, or a session whose last authentication is not recent.',
    access: 'authenticated',
    acceptsKey: true,
    privileged: codesOf([...offered, userAccess]),
    query: OperationsQuery,
    data: listOf(operationSchema),
    read: async ({ query: { ids }, caller: { apiKey }, grants }) => {
      const held = await grants();
      return wanted(ids)
        .filter((each) => apiKey === undefined || isOpenToKey(each, apiKey))
        .map((each) => ({ each, isForAll: isPermitted(requirementOf(each), held) }))
        .filter(({ each, isForAll }) => isForAll || each.access !== 'authorized')
        .map(({ each, isForAll }) => ({
          id: each.operation,
          when: isForAll && !isSome(each, held) ? ('always' as const) : ('some' as const),
        }));
    },
  });
  const own = [myOperations, userAccess];
  return own;
}
