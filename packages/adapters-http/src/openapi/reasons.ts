import { wireErrorOf, type Reason } from '../responses/error-table.ts';
import { mayRequireIfMatch } from '../checks/conditional-requests.ts';
import { keyUseOf } from '../routes/route-access.ts';
import { acceptsIdempotencyKey, readsBody, type Route } from '../routes/route.ts';

/** The error responses of many operations, by their names in the document. */
const sharedResponses: Readonly<Record<string, readonly Reason[]>> = {
  Unauthorized: ['token-missing', 'token-invalid', 'token-expired'],
  InvalidToken: ['token-invalid', 'token-expired'],
  SessionRequired: ['api-key-refused'],
  RoleRequired: ['role-required', 'api-key-refused'],
  RoleOrPermissionRequired: ['role-required'],
  RoleOrWritingPermissionRequired: ['role-required', 'api-key-read-only'],
  RoleOrReachRequired: ['role-required', 'permission-required'],
  RoleOrWritingReachRequired: ['role-required', 'permission-required', 'api-key-read-only'],
  PermissionRequired: ['permission-required'],
  WritingPermissionRequired: ['permission-required', 'api-key-read-only'],
  StepUpRequired: ['step-up-required', 'api-key-refused'],
  RoleOrStepUpRequired: ['role-required', 'step-up-required', 'api-key-refused'],
  BodyTooSlow: ['body-too-slow'],
  BodyTooLarge: ['body-too-large'],
  UnsupportedMediaType: ['unsupported-media-type'],
  TooManyRequests: ['too-many-requests'],
  ServerError: ['internal-error', 'database-failure', 'external-service-failure'],
  Unavailable: ['not-ready', 'overloaded'],
  UnavailableToWrite: ['not-ready', 'overloaded', 'outcome-unknown'],
};

/** Returns the name of the shared response with exactly these reasons, or undefined if there is none. */
export function sharedName(reasons: readonly Reason[]): string | undefined {
  const isSame = (others: readonly Reason[]) =>
    others.length === reasons.length && others.every((reason) => reasons.includes(reason));
  return Object.entries(sharedResponses).find(([, shared]) => isSame(shared))?.[0];
}

/** The reasons of errors that belong to no route: a request is rejected before routing, or matches no route. */
export const reasonsWithoutRoute: readonly Reason[] = [
  'malformed-request',
  'unknown-route',
  'method-not-allowed',
  'request-too-slow',
  'expectation-failed',
  'headers-too-large',
];

/**
 * Returns the reasons that follow from the properties of a route, except for those that the route lists in `refuses`.
 * Most of them belong to the checks that run before a handler (docs/interface.md §5).
 */
function reasonsOfChecks(route: Route): readonly Reason[] {
  const isOptional = route.access === 'optional';
  const isAuthorized = route.access === 'authorized';
  const needsToken = isAuthorized || route.access === 'authenticated';
  const keyUse = keyUseOf(route);
  const rules: readonly (readonly [applies: boolean, ...reasons: Reason[]])[] = [
    [needsToken, 'token-missing'],
    [needsToken || isOptional, 'token-invalid', 'token-expired'],
    [route.limit !== undefined || route.waitsFor !== undefined, 'too-many-requests'],
    [isAuthorized && route.anyRole !== undefined, 'role-required'],
    [isAuthorized && route.allPermissions !== undefined, 'permission-required'],
    // A condition of the permission may exclude the resource.
    [isAuthorized && route.evaluatesConditions === true, 'permission-required'],
    [route.stepUp !== undefined, 'step-up-required'],
    [needsToken && (keyUse === 'refused' || route.stepUp !== undefined), 'api-key-refused'],
    [keyUse === 'writes', 'api-key-read-only'],
    [keyUse !== 'refused', 'too-many-requests'],
    [readsBody(route), 'unsupported-media-type', 'body-too-large', 'body-too-slow', 'malformed-body'],
    [route.isConditional === true, 'validation-failed', 'version-changed'],
    [acceptsIdempotencyKey(route), 'validation-failed', 'idempotency-key-in-use', 'idempotency-key-reused'],
    [route.isConditional === true && mayRequireIfMatch(route.method), 'if-match-missing'],
    [route.isAlwaysServed !== true, 'not-ready', 'overloaded'],
    [readsBody(route), 'outcome-unknown'],
    [
      [route.params, route.query, route.body, route.form].some((requestClass) => requestClass !== undefined),
      'validation-failed',
    ],
    [route.needsOwner === true, 'wrong-current-password'],
  ];
  return rules.flatMap(([applies, ...reasons]) => (applies ? reasons : []));
}

/** Returns all reasons that an error response of a route can have, without duplicates. */
export const reasonsOf = (route: Route): readonly Reason[] => [
  ...new Set<Reason>([
    ...reasonsOfChecks(route),
    ...(route.refuses ?? []),
    'internal-error',
    'database-failure',
    'external-service-failure',
  ]),
];

/** Groups reasons by their HTTP status, in ascending order of the statuses. */
export function byStatus(
  reasons: readonly Reason[],
  statusOf = (reason: Reason): number => wireErrorOf(reason).status,
): ReadonlyMap<number, readonly Reason[]> {
  const statuses = [...new Set(reasons.map(statusOf))].toSorted((a, b) => a - b);
  return new Map(statuses.map((status) => [status, reasons.filter((each) => statusOf(each) === status)]));
}
