import { permissionLimits, type Reach, type UserId } from '@portcullis/domain';
import { Describe } from '../validation/descriptions.ts';
import { Optional, Text, Uuid } from '../validation/fields.ts';
import { flag, object, withDescription, type Schema } from '../validation/schema.ts';
import { evaluatePermission } from './access.ts';
import { route, type Route } from './route.ts';
import { conditionSchema } from './schemas/conditions.ts';
import type { UseCases } from './use-cases.ts';

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
export const accessFilterRoutes = ({
  filterAccess,
  filterOwnAccess,
}: UseCases<'filterAccess' | 'filterOwnAccess'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/access/filter',
    operation: 'filterAccess',
    summary: 'Find out for which resources a user has a permission',
    description:
      'Returns a condition with which a service filters its own data, so that a list, a count and a single read show the same. The values of the user are filled in. The filter belongs to the moment of the request, so ask again for each request of the user. For the caller, it is the filter of the session or the API key of the request. For another user, no session is known, so roles that require a second factor give nothing, and an unknown user has nothing. A caller without the permission `access.evaluate` gets no filter that depends on an attribute that the caller cannot read.',
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
        return { filter: await filterAccess(subjectId, permission) };
      }
      const [grants, seesAllAttributes] = await Promise.all([grantsOf([permission]), isPrivileged()]);
      return { filter: await filterOwnAccess({ callerId: caller.id, permission, grants, seesAllAttributes }) };
    },
  }),
];
