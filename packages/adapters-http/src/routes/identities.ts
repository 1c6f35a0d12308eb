import type { IdentityProvider, IdentityViews, LinkIdentity, UnlinkIdentity } from '@portcullis/application';
import type { Identity, IdentityId } from '@portcullis/domain';
import type { Limit } from '../checks/rate-limit.ts';
import { Describe } from '../validation/descriptions.ts';
import { Text, Uuid } from '../validation/fields.ts';
import {
  listOf,
  named,
  nothing,
  nullable,
  object,
  text,
  timestamp,
  uuid,
  withDescription,
} from '../validation/schema.ts';
import { route, type Route } from './route.ts';
import { TicketBody } from './sign-ins.ts';

class ProviderPath {
  @Text({ min: 1, max: 64 }) @Describe('The key of a provider.') provider!: string;
}

class IdentityPath {
  @Uuid() @Describe('The id of the identity.') id!: IdentityId;
}

export interface IdentityRoutes {
  readonly providers: readonly Pick<IdentityProvider, 'key' | 'issuer'>[];
  readonly identities: IdentityViews;
  readonly linkIdentity: LinkIdentity;
  readonly unlinkIdentity: UnlinkIdentity;
  readonly linkIdentityLimit: Limit;
}

type IdentityView = Pick<Identity, 'id' | 'issuer' | 'createdAt' | 'lastUsedAt'> & { readonly provider: string | null };

const identitySchema = named('Identity', () =>
  object<IdentityView>({
    id: withDescription(uuid(), 'The id of the identity.'),
    provider: withDescription(nullable(text), 'The key of the provider; null if this installation no longer has it.'),
    issuer: withDescription(text, 'The address that names the provider in its tokens (the claim `iss`).'),
    createdAt: withDescription(timestamp, 'When it was linked.'),
    lastUsedAt: withDescription(timestamp, 'When its user signed in with it last.'),
  }),
);

/** A configured address may lack the slash at its end that tokens have, or the other way round. */
const sameAddress = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** The routes for the identities of the caller (docs/interface.md §4.1). */
export const identityRoutes = ({
  providers,
  identities,
  linkIdentity,
  unlinkIdentity,
  linkIdentityLimit,
}: IdentityRoutes): readonly Route[] => {
  const viewOf = ({ id, issuer, createdAt, lastUsedAt }: Identity): IdentityView => {
    const provider = providers.find((each) => sameAddress(each.issuer, issuer))?.key ?? null;
    return { id, provider, issuer, createdAt, lastUsedAt };
  };
  return [
    route({
      method: 'GET',
      path: '/auth/identities',
      operation: 'listIdentities',
      summary: 'List the identities of the caller',
      description: 'Accounts at providers with which the caller signs in, the oldest first.',
      access: 'authenticated',
      data: listOf(identitySchema),
      handle: async ({ caller }) => (await identities.of(caller.id)).map(viewOf),
    }),
    route({
      method: 'POST',
      path: '/auth/identities/:provider/link',
      operation: 'linkIdentity',
      summary: 'Link the identity of a ticket to the caller',
      description:
        'The ticket is that of a sign-in at this provider, and is used up. An identity that is the caller’s already stays as it is.',
      access: 'authenticated',
      limit: linkIdentityLimit,
      params: ProviderPath,
      body: TicketBody,
      data: identitySchema,
      refuses: ['sign-in-invalid', 'identity-taken', 'too-many-requests'],
      handle: async ({ params: { provider }, body: { ticket, verifier }, caller }) =>
        viewOf(await linkIdentity({ actor: caller, provider, ticket, verifier })),
    }),
    route({
      method: 'DELETE',
      path: '/auth/identities/:id',
      operation: 'unlinkIdentity',
      summary: 'Unlink an identity of the caller',
      description: 'Sessions that it began go on.',
      access: 'authenticated',
      params: IdentityPath,
      data: nothing,
      refuses: ['identity-not-found'],
      handle: ({ params: { id }, caller }) => unlinkIdentity({ actor: caller, id }),
    }),
  ];
};
