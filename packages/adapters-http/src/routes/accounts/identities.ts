import type { IdentityViews } from '@portcullis/application/internal/ports/identities';
import type { IdentityProvider } from '@portcullis/application/internal/ports/identity-providers';
import type { UserViews } from '@portcullis/application/internal/ports/users';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { Identity } from '@portcullis/domain/internal/accounts/identity';
import type { IdentityId } from '@portcullis/domain/internal/shared/ids';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Uuid } from '../../validation/fields.ts';
import { CurrentPassword } from '../../validation/service-fields.ts';
import * as schema from '../../validation/schema.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import { ownPassword, ownerChange } from './owner.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { ProviderPath, TicketBody } from './sign-ins.ts';
import { UserPath } from './user-requests.ts';

const identitySchema = schema.namedObject('Identity', {
  id: schema.withDescription(schema.uuid(), 'The id of the identity.'),
  provider: schema.withDescription(
    schema.nullable(schema.text),
    'The key of the provider; null if the provider is no longer configured.',
  ),
  issuer: schema.withDescription(
    schema.text,
    'The issuer URL of the provider, which is the claim `iss` in its tokens.',
  ),
  createdAt: schema.withDescription(schema.timestamp, 'When it was linked.'),
  lastUsedAt: schema.withDescription(schema.timestamp, 'When the user last signed in with the identity.'),
});

/**
 * Compares two issuer URLs, ignoring a slash at the end. Either the configured URL or the URL in a token can lack the
 * slash.
 */
const sameAddress = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** Returns a function that selects the public fields of an identity and adds the key of its provider. */
const identityViewOf =
  (providers: readonly Pick<IdentityProvider, 'key' | 'issuer'>[]) =>
  ({ id, issuer, createdAt, lastUsedAt }: Identity) => {
    const provider = providers.find((each) => sameAddress(each.issuer, issuer))?.key ?? null;
    return { id, provider, issuer, createdAt, lastUsedAt };
  };

class IdentityPath {
  @Uuid() @Describe('The id of the identity.') id!: IdentityId;
}

class LinkIdentityBody extends TicketBody {
  @CurrentPassword() currentPassword?: string;
}

class UserIdentityPath extends UserPath {
  @Uuid() @Describe('The id of the identity.') identityId!: IdentityId;
}

type IdentityRouteDependencies = UseCases<'proveOwner' | 'linkIdentity' | 'unlinkIdentity' | 'unlinkUserIdentity'> & {
  readonly providers: readonly Pick<IdentityProvider, 'key' | 'issuer'>[];
  readonly identities: IdentityViews;
  readonly users: Pick<UserViews, 'find'>;
  readonly linkIdentityLimit: Limit;
};

/**
 * The routes for identities, which are a user's accounts at identity providers. Users manage their own identities, and
 * administrators manage the identities of all users (docs/interface.md §4.1 and §4.4).
 */
export const identityRoutes = (deps: IdentityRouteDependencies): readonly Route[] => {
  const viewOf = identityViewOf(deps.providers);
  return [
    route({
      method: 'GET',
      path: '/auth/identities',
      operation: 'listIdentities',
      summary: 'List the identities of the caller',
      description: 'Accounts at identity providers with which the caller can sign in, the oldest first.',
      access: 'authenticated',
      data: schema.listOf(identitySchema),
      handle: async ({ caller }) => (await deps.identities.of(caller.id)).map(viewOf),
    }),
    route({
      method: 'POST',
      path: '/auth/identities/:provider/link',
      operation: 'linkIdentity',
      idempotencyKey: 'ignored',
      summary: 'Link the identity of a ticket to the caller',
      description:
        'The ticket is from a sign-in at this provider, and works once. If the identity is already linked to the caller, nothing changes.',
      access: 'authenticated',
      ...ownerChange,
      limit: deps.linkIdentityLimit,
      params: ProviderPath,
      body: LinkIdentityBody,
      data: identitySchema,
      refuses: ['sign-in-invalid', 'identity-taken'],
      handle: async (call) => {
        await deps.proveOwner(ownPassword(call));
        const { provider } = call.params;
        const { ticket, verifier } = call.body;
        return viewOf(await deps.linkIdentity({ actor: call.caller, provider, ticket, verifier }));
      },
    }),
    route({
      method: 'DELETE',
      path: '/auth/identities/:id',
      operation: 'unlinkIdentity',
      summary: 'Unlink an identity of the caller',
      description: 'Sessions that began with the identity continue.',
      access: 'authenticated',
      stepUp: true,
      params: IdentityPath,
      data: schema.nothing,
      refuses: ['identity-not-found'],
      handle: ({ params: { id }, caller }) => deps.unlinkIdentity({ actor: caller, id }),
    }),
    route({
      method: 'GET',
      path: '/users/:id/identities',
      operation: 'listUserIdentities',
      summary: 'List the identities of a user',
      description: 'Accounts at identity providers with which the user can sign in, the oldest first.',
      access: 'authorized',
      anyRole: administrators,
      params: UserPath,
      data: schema.listOf(identitySchema),
      refuses: ['user-not-found'],
      handle: async ({ params: { id } }) => {
        orNotFound(await deps.users.find(id), 'user-not-found');
        return (await deps.identities.of(id)).map(viewOf);
      },
    }),
    route({
      method: 'DELETE',
      path: '/users/:id/identities/:identityId',
      operation: 'unlinkUserIdentity',
      summary: 'Unlink an identity of a user',
      description: 'The user can no longer sign in with the identity. Sessions that began with the identity continue.',
      access: 'authorized',
      ...administratorsChange,
      params: UserIdentityPath,
      data: schema.nothing,
      refuses: ['user-not-found', 'identity-not-found'],
      handle: ({ params: { id, identityId }, caller }) =>
        deps.unlinkUserIdentity({ actor: caller, userId: id, id: identityId }),
    }),
  ];
};
