import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { canUseCode } from '@portcullis/domain/internal/accounts/key-use';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { Describe } from '../../validation/descriptions.ts';
import { Optional, Text, Uuid } from '../../validation/fields.ts';
import { flag, object, withDescription, type Schema } from '../../validation/schema.ts';
import { evaluatePermission } from './access.ts';
import { withPoints } from '../operation-text.ts';
import { route, type Route } from '../route.ts';
import { conditionSchema } from '../schemas/conditions.ts';
import type { UseCases } from '../use-cases.ts';

class FilterBody {
  @Text({ min: 1, max: permissionLimits.code.max })
  @Describe('The code of a permission. Nobody has an unknown permission.')
  permission!: string;

  @Optional()
  @Uuid()
  @Describe('The id of a user. Default: the caller. For another user, the caller needs the permission access.evaluate.')
  subjectId?: UserId;
}

const filterSchema: Schema<Reach> = { anyOf: [flag, conditionSchema] };

/** The route with which services filter their own data (docs/interface.md §4.3). */
export const accessFilterRoutes = (deps: UseCases<'filterAccess' | 'filterOwnAccess'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/access/filter',
    operation: 'filterAccess',
    summary: 'Find out for which resources a user has a permission',
    description: withPoints(
      'Returns a condition with which a service filters its own data, so that a list, a count and a single read show the same. The filter belongs to the moment of the request, so ask again for each request of the user.',
      [
        '`filter` is `true` (all resources), `false` (none) or a condition. It combines the roles that have the permission now, and contains the values of the user instead of references. A comparison whose value the user does not have is left out, because it permits nothing. `not` occurs only around a comparison.',
        'For the caller, it is the filter of the session or the API key of the request. For a permission that a key does not list, the filter is `false`. So it is for a `readOnly` key, unless the last part of the code is `read` or begins with `read-`.',
        'With the id of another user as `subjectId`, the caller needs the permission `access.evaluate`, also with the role ADMIN. No session is known then, so roles that require a second factor give nothing.',
        'An unknown permission, an unknown user and a disabled user are `false`, never an error.',
        'Without `access.evaluate`, a filter that depends on an attribute with `readableBy` `admin` is rejected with 403, code 1003, because it would narrow down the value.',
      ],
    ),
    access: 'authenticated',
    acceptsKey: true,
    changesNothing: true,
    idempotencyKey: 'ignored',
    privileged: { roles: [], permissions: [evaluatePermission] },
    isAboutSelf: true,
    body: FilterBody,
    data: object({
      filter: withDescription(
        filterSchema,
        '`true`: all resources; `false`: none; otherwise those for which the condition is true. The condition contains no references to the user, and `not` only around a comparison.',
      ),
    }),
    refuses: ['permission-required'],
    handle: async ({ body: { permission, subjectId }, caller, grantsOf, isPrivileged, requireAccess }) => {
      if (subjectId !== undefined && subjectId !== caller.id) {
        requireAccess({ allPermissions: [evaluatePermission] });
        return { filter: await deps.filterAccess(subjectId, permission) };
      }
      if (caller.apiKey !== undefined && !canUseCode(caller.apiKey, permission)) return { filter: false };
      const [grants, seesAllAttributes] = await Promise.all([grantsOf([permission]), isPrivileged()]);
      return { filter: await deps.filterOwnAccess({ callerId: caller.id, permission, grants, seesAllAttributes }) };
    },
  }),
];
