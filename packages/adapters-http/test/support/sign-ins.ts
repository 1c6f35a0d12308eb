import { aProvider } from '@portcullis/testing/internal/fake-providers';
import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { ApiResponse } from './api.ts';
import { unique, type Service } from './service.ts';

/** The secret of the page that begins a sign-in. All sign-ins in tests use this secret. */
export const verifier = 'a-secret-of-43-characters-that-a-page-keeps';

/** Returns a new sign-in ticket of the provider `corp`. */
export async function aTicket(
  { world }: Pick<Service, 'world'>,
  given: Partial<ExternalAccount> = {},
): Promise<string> {
  const { token, hash } = world.linkTokens.create();
  const subject = unique('subject-');
  const account = {
    issuer: aProvider().issuer,
    subject,
    email: `${subject}@example.com`,
    emailVerified: true,
    username: null,
    groups: [],
    attributes: {},
    ...given,
  };
  const expiresAt = new Date(world.clock.now().getTime() + 60_000);
  const challenge = world.linkTokens.hashOf(verifier);
  await world.run((tx) => tx.signInTickets.add({ hash, challenge, provider: 'corp', account, expiresAt }));
  return token;
}

export const exchange = ({ api }: Pick<Service, 'api'>, ticket: string): Promise<ApiResponse<unknown>> =>
  api.post('/auth/oidc/exchange', { ticket, verifier });

/** Returns a new sign-in ticket for an identity that is linked to a user. */
export async function aLinkedTicket(service: Service, userId: User['id']): Promise<string> {
  const { world } = service;
  const [id, subject, at] = [world.ids.next<'Identity'>(), unique('subject-'), world.clock.now()];
  const identity = { id, userId, issuer: aProvider().issuer, subject, createdAt: at, lastUsedAt: at };
  await world.run((tx) => tx.identities.add(identity));
  return aTicket(service, { subject });
}
