import type { CurrentRoutes } from '@portcullis/application';
import { BusinessError, orNotFound, permissionLimits, roleLimits, type ProtectedRoute } from '@portcullis/domain';
import type { IssueAssertion } from '../checks/assertions.ts';
import { hasSession, type KeyUse } from '../checks/authenticator.ts';
import { RawResponse } from '../responses/response-data.ts';
import { Describe } from '../validation/descriptions.ts';
import { TextList } from '../validation/fields.ts';
import type { Schema } from '../validation/schema.ts';
import type { DecidingCall } from './calls.ts';
import { route, type Route } from './route.ts';

const maxCodes = 50;

class ForwardQuery {
  @TextList({ min: 1, max: permissionLimits.code.max }, maxCodes)
  @Describe('The code of a permission. The caller needs all permissions.')
  permission: string[] = [];

  @TextList({ min: 1, max: roleLimits.code.max }, maxCodes)
  @Describe('The code of a role. The caller needs one of the roles.')
  role: string[] = [];
}

/** The identity of the caller, which a service behind a gateway receives in headers. */
interface Identity {
  readonly id: string;
  readonly username: string;
  readonly roles: readonly string[];
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Values are percent-encoded, because a header can hold ASCII only, and a comma separates the roles. All headers are
 * sent, if need be without a value, because some gateways only replace what a client sends by a header that exists.
 */
const headersFor = (identity: Identity | undefined, assertion = '') => ({
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Portcullis-User': identity?.id ?? '',
  'X-Portcullis-Username': encodeURIComponent(identity?.username ?? ''),
  'X-Portcullis-Roles': (identity?.roles ?? []).map(encodeURIComponent).join(','),
  'X-Portcullis-Assertion': assertion,
});

type Call = DecidingCall<undefined, ForwardQuery, undefined>;

/** The permissions and roles that a caller must have. */
type Needed = Pick<ProtectedRoute, 'permissions' | 'roles'>;

/**
 * Checks the access of the caller, and reads who it is. An API key is only accepted by its permissions. A key that is
 * read-only is accepted if the gateway says that the method of the request changes nothing.
 */
function authorizedIdentity({ header, authorize }: Call, { permissions, roles }: Needed): Promise<Identity> {
  const passing: KeyUse = safeMethods.has(header('X-Forwarded-Method')) ? 'reads' : 'writes';
  const keyUse = roles.length === 0 && permissions.length > 0 ? passing : 'refused';
  return authorize({ anyRole: roles, allPermissions: permissions, keyUse }, async (caller, { users }) => {
    if (caller.apiKey !== undefined) return { id: caller.id, username: caller.apiKey.ownerUsername, roles: [] };
    const found = hasSession(caller) ? await users.identity(caller.id, caller.sessionId) : undefined;
    return { id: caller.id, ...orNotFound(found, 'user-not-found') };
  });
}

const unprotected = 'No protected route matches this request.';

/** A decision for the caller. The decision of a public route has no identity, because everybody may call the route. */
interface Decision {
  readonly identity?: Identity;
  /** The service to which the gateway forwards the request. Undefined if the gateway has not asked about a route. */
  readonly audience?: string;
}

async function decideByRoute(call: Call, found: ProtectedRoute | undefined): Promise<Decision> {
  if (found === undefined) throw new BusinessError('unprotected-route', unprotected);
  return found.public ? {} : { identity: await authorizedIdentity(call, found), audience: found.audience };
}

/**
 * Decides by the table of protected routes. The table that was read last is used while the database is asked whether it
 * has changed, so that a decision takes the time of one round trip.
 */
async function decideByTable(call: Call, currentRoutes: CurrentRoutes): Promise<Decision> {
  const [method, target] = [call.header('X-Forwarded-Method'), call.header('X-Forwarded-Uri')];
  const { last } = currentRoutes;
  const [decided, current] = await Promise.allSettled([
    decideByRoute(call, last(method, target)),
    currentRoutes.read(),
  ]);
  if (current.status === 'rejected') throw current.reason;
  if (current.value !== last) return decideByRoute(call, current.value(method, target));
  if (decided.status === 'rejected') throw decided.reason;
  return decided.value;
}

const empty: Schema<RawResponse> = { type: 'string', maxLength: 0 };

/** What the route for gateways needs. */
export interface ForwardRouteDependencies {
  readonly currentRoutes: CurrentRoutes;
  /** Whether a proxy sets the headers `X-Forwarded-*`, so that a client cannot choose them. */
  readonly isProxyTrusted: boolean;
  /** Undefined if tokens are signed with a secret. */
  readonly issueAssertion: IssueAssertion | undefined;
}

/** The route that gateways ask before they forward a request (docs/interface.md §4.12). */
export const forwardRoutes = ({
  currentRoutes,
  isProxyTrusted,
  issueAssertion,
}: ForwardRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/access/forward',
    operation: 'checkForward',
    summary: 'Decide for a gateway whether it may forward a request',
    description:
      'The gateway sends the header `Authorization` of the request. Without `permission` and `role`, the table of protected routes says what the caller needs for the method in `X-Forwarded-Method` and the path in `X-Forwarded-Uri`; this needs `TRUST_PROXY`. If the caller may, the response is empty and says in `X-Portcullis-User`, `X-Portcullis-Username` and `X-Portcullis-Roles` who the caller is (percent-encoded UTF-8; the roles are separated by commas). If the service signs tokens with an asymmetric key, a decision by the table also has `X-Portcullis-Assertion`: a JWT of 60 seconds for the `audience` of the entry. An API key is accepted only by its permissions, and has no roles. A key that is read-only needs `X-Forwarded-Method` with GET, HEAD or OPTIONS.',
    access: 'optional',
    isUnlisted: true,
    media: 'text/plain',
    query: ForwardQuery,
    data: empty,
    refuses: [
      'token-missing',
      'role-required',
      'permission-required',
      'unprotected-route',
      'api-key-refused',
      'api-key-read-only',
    ],
    decide: async (call) => {
      const { permission: permissions, role: roles } = call.query;
      const isByTable = permissions.length + roles.length === 0;
      // Without a trusted proxy, a client could choose the method and the path that are looked up in the table.
      if (isByTable && !isProxyTrusted) throw new BusinessError('proxy-not-trusted', unprotected);
      const { identity, audience }: Decision = isByTable
        ? await decideByTable(call, currentRoutes)
        : { identity: await authorizedIdentity(call, { permissions, roles }) };
      const assertion = identity && audience ? await issueAssertion?.(identity, audience) : undefined;
      return new RawResponse(Buffer.alloc(0), headersFor(identity, assertion));
    },
  }),
];
