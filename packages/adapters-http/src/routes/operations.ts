import { isPermitted, type PermissionCode } from '@portcullis/domain';
import { Describe } from '../validation/descriptions.ts';
import { Optional, Text } from '../validation/fields.ts';
import { listOf, object, oneOf, text, withDescription } from '../validation/schema.ts';
import { route, type Privileged, type Route } from './route.ts';

class OperationsQuery {
  @Optional()
  @Text({ min: 1, max: 4096 })
  @Describe('Operation ids, separated by commas. Default: all operations. Unknown ids are left out.')
  ids?: string;
}

const operationSchema = object({
  id: withDescription(text, 'The `operationId` in the API document.'),
  when: withDescription(
    oneOf(['always', 'some']),
    '`always`: the roles and permissions of the caller allow the operation. `some` is kept for permissions with conditions, and does not occur yet.',
  ),
});

/** Every role and permission that the access rules of the routes name. */
function codesOf(routes: readonly Route[]): Privileged {
  const roles = new Set<string>();
  const permissions = new Set<PermissionCode>();
  for (const each of routes) {
    if (each.access !== 'authorized') continue;
    for (const role of each.anyRole ?? []) roles.add(role);
    for (const code of [...(each.anyPermission ?? []), ...(each.allPermissions ?? [])]) permissions.add(code);
  }
  return { roles: [...roles], permissions: [...permissions] };
}

/** Returns the route with which a front end finds out which operations the caller may call (docs/interface.md §4.1). */
export function operationRoutes(routes: readonly Route[]): readonly Route[] {
  const offered = routes.filter(({ closedWith }) => closedWith === undefined);
  const listing: Route = route({
    method: 'GET',
    path: '/auth/operations',
    operation: 'getMyOperations',
    summary: 'List the operations that the caller may call',
    description:
      'The rules are those by which the service refuses calls. A call can still be refused for other reasons: a rate limit, the state of a resource, or a session whose last authentication is not recent.',
    access: 'authenticated',
    privileged: codesOf(offered),
    query: OperationsQuery,
    data: listOf(operationSchema),
    read: async ({ query: { ids }, grants }) => {
      const held = await grants();
      const wanted = ids === undefined ? undefined : new Set(ids.split(','));
      return [...offered, listing]
        .filter((each) => wanted?.has(each.operation) !== false)
        .filter((each) => each.access !== 'authorized' || isPermitted(each, held))
        .map((each) => ({ id: each.operation, when: 'always' as const }));
    },
  });
  return [listing];
}
