import type { CurrentRoutes } from '@portcullis/application/internal/access/current-routes';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import type { ProtectedRoute } from '@portcullis/domain/internal/access/protected-routes';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import type { IssueAssertion } from '../../checks/assertions.ts';
import type { KeyUse } from '@portcullis/domain/internal/accounts/key-use';
import { hasSession } from '../../checks/callers.ts';
import { RawResponse } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { TextList } from '../../validation/fields.ts';
import type { Schema } from '../../validation/schema.ts';
import type { DecidingCall } from '../calls.ts';
import { withRules } from '../operation-text.ts';
import { route, type Route } from '../route.ts';

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

/** Decides by the table of protected routes. */
async function decideByTable(call: Call, currentRoutes: CurrentRoutes): Promise<Decision> {
  const find = await currentRoutes.read();
  const found = find(call.header('X-Forwarded-Method'), call.header('X-Forwarded-Uri'));
  if (found === undefined) throw new BusinessError('unprotected-route', unprotected);
  return found.public ? {} : { identity: await authorizedIdentity(call, found), audience: found.audience };
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
export const forwardRoutes = (deps: ForwardRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/access/forward',
    operation: 'checkForward',
    summary: 'Decide for a gateway whether it may forward a request',
    description: withRules(
      'A gateway, such as nginx with `auth_request` or Caddy with `forward_auth`, asks before it forwards a request, and sends its header `Authorization`.',
      [
        'The caller needs all `permission` parameters and one of the `role` parameters. An empty value is an error (400, code 1005).',
        'If the caller may call the route, the response is 200 with an empty body and the headers `X-Portcullis-User` (the id of the user), `X-Portcullis-Username` and `X-Portcullis-Roles`, in percent-encoded UTF-8; a comma separates the roles. A header without a value is sent too, so that every gateway can replace what a client sends.',
        'Without a valid token, the response is 401 with `WWW-Authenticate: Bearer`. A caller who is not allowed to call the route gets 403, code 1003.',
        'An API key is accepted only by its permissions: `role` refuses it, and `X-Portcullis-Roles` is empty. The user is the owner of the key. A key that is `readOnly` is accepted only if `X-Forwarded-Method` is GET, HEAD or OPTIONS. The gateway must set this header itself, because a client could send it too.',
        'Without `permission` and `role`, the method in `X-Forwarded-Method` and the path in `X-Forwarded-Uri` are looked up in the table of protected routes. This needs `TRUST_PROXY` of at least 1. A request that the table does not contain is rejected with 403, code 1003, whoever the caller is.',
        'The path decides first: of the patterns that match, the most specific one counts. From the beginning of the path, a literal segment is more specific than a parameter, and a parameter more than `*`. Then one of the routes with this pattern must list the method. `OPTIONS` and `HEAD` are methods like all others. A path that differs from a literal segment only in case or in its Unicode form is rejected. One slash at the end makes no difference.',
        'A path is rejected if servers could read it in different ways: an empty segment, `.` or `..`, a segment that ends with a dot or begins or ends with a space, a slash, a backslash, a semicolon, `?`, `#`, a control or invisible character, each also encoded, bytes that are not UTF-8, an escape that is encoded twice, and a target that does not begin with `/`. So is every method that the table cannot contain.',
        'An entry of the table is for everybody (`public`, which ignores tokens), for every user (`authenticated`, which refuses API keys), or names `permissions` and `roles` as in rule 1.',
        'If the service signs tokens with an Ed25519 key (`JWT_PRIVATE_KEY`), a decision by the table also has `X-Portcullis-Assertion`: a JWT with the `typ` `portcullis-assertion+jwt`, valid for 60 seconds, with `aud` (the `audience` of the entry), `sub` (the id of the user), `roles`, `jti` and `iss` (`PUBLIC_URL`, or `portcullis`). This service refuses it as an access token.',
        'The decision follows the same rules as the checks of this service, and is never cached.',
      ],
    ),
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
      if (isByTable && !deps.isProxyTrusted) throw new BusinessError('proxy-not-trusted', unprotected);
      const { identity, audience }: Decision = isByTable
        ? await decideByTable(call, deps.currentRoutes)
        : { identity: await authorizedIdentity(call, { permissions, roles }) };
      const assertion = identity && audience ? await deps.issueAssertion?.(identity, audience) : undefined;
      return new RawResponse(Buffer.alloc(0), headersFor(identity, assertion));
    },
  }),
];
