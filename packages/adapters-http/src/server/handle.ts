import type { CallerReach } from '@portcullis/application/internal/reach';
import { requireAccess, type AccessCondition } from '@portcullis/domain/internal/access/access';
import { reachOf, type Reach } from '@portcullis/domain/internal/access/reach';
import { draftReaders, editorRoles } from '@portcullis/domain/internal/built-in';
import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { KeyedRequest } from '@portcullis/domain/internal/shared/idempotency';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import type { Context } from 'koa';
import { incomingForms, multipartMedia, noForm, type ReceiveForm } from '../body/multipart-body.ts';
import { requireRecentAuthentication, type Authenticator } from '../checks/authenticator.ts';
import type { Authenticated, Caller, CallerRequirement } from '../checks/callers.ts';
import { clientOf, prefersStrict } from '../checks/request-head.ts';
import { parseCookies } from '../checks/sign-in-cookies.ts';
import { reasonOf, wireErrorOf } from '../responses/error-table.ts';
import { HttpError } from '../responses/http-error.ts';
import { contentChanges } from '../routes/access/access.ts';
import type { ConditionedResource, RouteRequest } from '../routes/calls.ts';
import { holdsPrivilege, requirementOf } from '../routes/route-access.ts';
import { readsBody, type Route } from '../routes/route.ts';
import { executeKeyed } from './idempotency.ts';
import type { MiddlewareOptions, RouteMiddleware } from './middlewares.ts';
import { callerReader, type ReadOptions } from './read.ts';

/** What the last middleware of a route needs. */
export interface HandlerOptions extends MiddlewareOptions, ReadOptions {
  /** Receives the forms of uploads. */
  readonly receiveForm: ReceiveForm;
  /**
   * The maximum age of the last authentication for routes with `stepUp`, in seconds; 0 accepts any age except for
   * routes with `needsOwner`.
   */
  readonly stepUpMaxAge: number;
}

/**
 * Calls the handler of a route and sends its data.
 * @param reread the route that reads the resource of a response that was too large to be stored
 */
export function handleRequest(
  route: Route,
  requirement: CallerRequirement,
  options: HandlerOptions & { readonly reread: Route | undefined },
): RouteMiddleware {
  const { authenticator, admit, stepUpMaxAge, reread, receiveForm, bodyLimits, send } = options;
  const kind = readsBody(route) ? 'writes' : 'reads';
  const formOf =
    route.bodyMedia === multipartMedia ? incomingForms(route.bodyLimits ?? bodyLimits, receiveForm) : undefined;
  const readAgain = reread && callerReader(reread, requirementOf(reread, stepUpMaxAge), options);
  return (ctx) => {
    const { session, ifMatch, keyed, body } = ctx.state;
    const client = clientOf(ctx);
    const request: RouteRequest = {
      params: ctx['params'],
      url: ctx.request,
      isStrict: prefersStrict(ctx),
      client,
      body,
      ifMatch,
      session: session && {
        caller: session.caller,
        form: formOf?.(ctx) ?? noForm,
        requireRecent: (hasPassword = false) => {
          if (!hasPassword || stepUpMaxAge > 0) requireRecentAuthentication(session.grants, requirement.maxAgeSeconds);
        },
        ...grantsOfCaller(authenticator, route, session),
      },
      deciding: {
        header: (name) => ctx.get(name),
        authorize: (needed, read) =>
          authenticator
            .checkAndRead(ctx, client, needed, (caller, views) => {
              (ctx as Context).state['userId'] = caller.id;
              return read(caller, views);
            })
            .catch(throwWithChallenge),
      },
      browser: route.access === 'public' ? browserOf(ctx) : undefined,
    };
    const handle = (key?: KeyedRequest) =>
      route.handle(
        key === undefined || request.session === undefined
          ? request
          : { ...request, session: { ...request.session, caller: { ...request.session.caller, keyed: key } } },
      );
    const execute = () => {
      // A slow upload must not take the place of other requests. Its transaction and the processing of its file have
      // queues of their own.
      if (formOf !== undefined) return handle();
      return admit(kind, () => (keyed === undefined ? handle() : executeKeyed(ctx, keyed, route, handle, readAgain)));
    };
    return send(ctx, route, execute, session !== undefined);
  };
}

type CallerGrants = Pick<
  NonNullable<RouteRequest['session']>,
  'requireAccess' | 'reach' | 'readableDrafts' | 'grantsOf' | 'isPrivileged'
>;

/** Returns the functions with which a handler reads and checks the roles and permissions of its caller. */
const grantsOfCaller = (authenticator: Authenticator, route: Route, session: Authenticated): CallerGrants => ({
  requireAccess: (needed) => requireAccess(needed, session.grants),
  reach: (code, resource) =>
    reachOfCaller(authenticator, session, code, resource, resource === undefined ? editorRoles : rolesFor(code, route)),
  readableDrafts: () => readableBy(authenticator, session.caller, draftReaders),
  grantsOf: (anyPermission) =>
    authenticator.grantsOf(session.caller, { anyRole: [], anyPermission, evaluatesConditions: true }),
  isPrivileged: async () => holdsPrivilege(route, session.grants),
});

/** Returns the roles that a route accepts instead of a permission. Those of `privileged` replace none. */
function rolesFor(code: PermissionCode, route: Route): readonly string[] {
  if (route.access !== 'authorized') return [];
  const { anyRole = [], anyPermission = [] } = route;
  return anyPermission.includes(code) ? anyRole : [];
}

/**
 * Returns what a caller reaches with a permission. What the caller may read is part of it even if the permission has no
 * condition, because the caller is told that all other resources do not exist. Undefined: the caller reaches all.
 * @param roles the roles that replace the permission
 */
async function reachOfCaller(
  authenticator: Authenticator,
  { caller, grants }: Authenticated,
  code: PermissionCode,
  resource: ConditionedResource | undefined,
  roles: readonly string[],
): Promise<CallerReach | undefined> {
  const { attributes, reads: readCode } = resource ?? {};
  const changes = reachOf({ roles, permissions: [code] }, grants, caller.id, attributes);
  if (resource !== undefined && readCode === undefined) return changes === true ? undefined : { changes, reads: true };
  const readers = readCode === undefined ? draftReaders : { roles: [], permissions: [readCode] };
  const isReader = resource === undefined ? !contentChanges.has(code) : code === readCode;
  const isEditor = reachOf({ roles: readers.roles, permissions: [] }, grants, caller.id) === true;
  if (changes === true && (isReader || isEditor)) return undefined;
  const reads = isReader ? changes : await readableBy(authenticator, caller, readers, attributes);
  return changes === true && reads === true ? undefined : { changes, reads };
}

/** Returns which resources a caller may read who has one of the roles or permissions of `readers`. */
async function readableBy(
  authenticator: Authenticator,
  caller: Caller,
  readers: AccessCondition,
  attributes?: AttributeTypes,
): Promise<Reach> {
  const { roles: anyRole, permissions: anyPermission } = readers;
  const grants = await authenticator.grantsOf(caller, { anyRole, anyPermission, evaluatesConditions: true });
  return reachOf(readers, grants, caller.id, attributes);
}

/**
 * Adds the header with which HTTP asks for a token (RFC 6750) to an error with the status 401. Gateways pass it on to
 * clients that know nothing of this service.
 */
function throwWithChallenge(error: unknown): never {
  if (!(error instanceof HttpError) || wireErrorOf(reasonOf(error.kind)).status !== 401) throw error;
  const challenge = error.kind === 'token-missing' ? 'Bearer' : 'Bearer error="invalid_token"';
  throw new HttpError(error.kind, error.message, { headers: { 'WWW-Authenticate': challenge } });
}

const browserOf = (ctx: Context): RouteRequest['browser'] => ({
  cookies: () => parseCookies(ctx.get('Cookie')),
  header: (name) => ctx.get(name),
  isHead: ctx.method === 'HEAD',
  acceptedTypes: () => ctx.accepts(),
  prefersHtml: () => ctx.accepts('json', 'html') === 'html',
  logUser: (userId) => void (ctx.state['userId'] = userId),
});
