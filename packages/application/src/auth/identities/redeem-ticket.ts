import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import type { UpdateDependencies } from '../../dependencies.ts';
import type { IdentityProvider, IdentityProviders } from '../../ports/identity-providers.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import { invalidSignIn } from './finish-sign-in.ts';

export interface RedeemDependencies extends UpdateDependencies<'signInTickets'> {
  readonly providers: IdentityProviders;
  readonly linkTokens: LinkTokens;
}

/** A sign-in ticket, and the secret that only the page that started the sign-in knows. */
export interface TicketProof {
  readonly ticket: string;
  readonly verifier: string;
}

/** The result of redeeming a ticket: the provider at which the person signed in, and the account there. */
interface Redeemed {
  readonly provider: IdentityProvider;
  readonly account: ExternalAccount;
}

/**
 * Removes a ticket, which therefore works only once, and then checks the verifier. The removal is a separate
 * transaction, so that a refused ticket cannot be used again either.
 * @throws {BusinessError} sign-in-invalid
 */
export async function redeemTicket(
  { work, clock, providers, linkTokens }: RedeemDependencies,
  { ticket, verifier }: TicketProof,
): Promise<Redeemed> {
  const taken = await work.run((tx) => tx.signInTickets.take(linkTokens.hashOf(ticket), clock.now()));
  if (taken === undefined || linkTokens.hashOf(verifier) !== taken.challenge) throw invalidSignIn();
  const provider = providers.all.find(({ key }) => key === taken.provider);
  if (provider === undefined) throw invalidSignIn();
  return { provider, account: taken.account };
}
