import { BusinessError, orNotFound, permissionLimits, roleLimits } from '@portcullis/domain';
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

/** What a service behind a gateway learns about the caller. */
interface Identity {
  readonly id: string;
  readonly username: string;
  readonly roles: readonly string[];
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Values are percent-encoded, because a header can hold ASCII only, and a comma separates the roles. */
const headersFor = ({ id, username, roles }: Identity) => ({
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Portcullis-User': id,
  'X-Portcullis-Username': encodeURIComponent(username),
  'X-Portcullis-Roles': roles.map(encodeURIComponent).join(','),
});

type Call = DecidingCall<undefined, ForwardQuery, undefined>;

/**
 * Checks the access of the caller, and reads who it is. An API key is only accepted by its permissions. A key that is
 * read-only is accepted if the gateway says that the method of the request changes nothing.
 */
async function authorizedIdentity({ query: { permission, role }, header, authorize }: Call): Promise<Identity> {
  if (permission.length + role.length === 0) {
    throw new BusinessError('unprotected-route', 'No protected route matches this request.');
  }
  const passing: KeyUse = safeMethods.has(header('X-Forwarded-Method')) ? 'reads' : 'writes';
  const keyUse = role.length === 0 && permission.length > 0 ? passing : 'refused';
  return authorize({ anyRole: role, allPermissions: permission, keyUse }, async (caller, { users }) => {
    if (caller.apiKey !== undefined) return { id: caller.id, username: caller.apiKey.ownerUsername, roles: [] };
    const found = hasSession(caller) ? await users.identity(caller.id, caller.sessionId) : undefined;
    return { id: caller.id, ...orNotFound(found, 'user-not-found') };
  });
}

const empty: Schema<RawResponse> = { type: 'string', maxLength: 0 };

/** The route that gateways ask before they forward a request (docs/interface.md §4.12). */
export const forwardRoutes = (): readonly Route[] => [
  route({
    method: 'GET',
    path: '/access/forward',
    operation: 'checkForward',
    summary: 'Decide for a gateway whether it may forward a request',
    description:
      'The gateway sends the header `Authorization` of the request. If the caller has all of the permissions and one of the roles, the response is empty and says in `X-Portcullis-User`, `X-Portcullis-Username` and `X-Portcullis-Roles` who the caller is (percent-encoded UTF-8; the roles are separated by commas). An API key is accepted only by its permissions, and has no roles. A key that is read-only needs `X-Forwarded-Method` with GET, HEAD or OPTIONS.',
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
    decide: async (call) => new RawResponse(Buffer.alloc(0), headersFor(await authorizedIdentity(call))),
  }),
];
