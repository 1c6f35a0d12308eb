import { BusinessError, type Client } from '@portcullis/domain';
import type { UpdateDependencies } from '../../dependencies.ts';
import type { IdentityProviders, SignInFailure, SignInLog } from '../../ports/identity-providers.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { SecretBox } from '../../ports/system.ts';
import { providerOf, openSignIn } from './sign-in-state.ts';

/** What `finishSignIn` needs. */
export interface FinishSignInInput extends Pick<Client, 'requestId'> {
  /** The key of a provider. */
  readonly provider: string;
  /** The query parameters of the request to which the provider redirected the browser. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The encrypted state of the sign-in; undefined if the browser sent none. */
  readonly sealed: string | undefined;
}

/** How long a ticket is valid, in milliseconds. */
const signInTicketMs = 60_000;

/** The page to which the browser returns, with a ticket or with the reason for the failure. */
export type FinishedSignIn =
  | { readonly returnTo: string; readonly ticket: string }
  | { readonly returnTo: string; readonly failure: SignInFailure };

interface Dependencies extends UpdateDependencies<'signInTickets'> {
  readonly providers: IdentityProviders;
  readonly linkTokens: LinkTokens;
  readonly secretBox: SecretBox;
  readonly signInLog: SignInLog;
}

/**
 * Verifies the response of a provider and creates a ticket. The person is not logged in yet: only the page that started
 * the sign-in can exchange the ticket for a session.
 * @throws {BusinessError} provider-not-found, and sign-in-invalid if this browser has not started a sign-in with this
 * state
 */
export const finishSignIn =
  ({ work, clock, providers, linkTokens, secretBox, signInLog }: Dependencies) =>
  async ({ provider, parameters, sealed = '', requestId }: FinishSignInInput): Promise<FinishedSignIn> => {
    const { key } = providerOf(providers, provider);
    const begun = openSignIn(secretBox, key, sealed);
    if (begun === undefined || parameters['state'] !== begun.state) throw invalidSignIn();
    const { returnTo, challenge } = begun;
    const fail = (failure: SignInFailure, cause?: unknown): FinishedSignIn => {
      signInLog.failed({ provider: key, reason: failure, requestId, cause });
      return { returnTo, failure };
    };
    const at = clock.now().getTime();
    if (at >= begun.expiresAt) return fail('expired');
    if (parameters['error'] === 'access_denied') return fail('access-denied');
    try {
      const account = await providers.accountOf(key, parameters, begun);
      const { token: ticket, hash } = linkTokens.create();
      const expiresAt = new Date(clock.now().getTime() + signInTicketMs);
      await work.run((tx) => tx.signInTickets.add({ hash, challenge, provider: key, account, expiresAt }));
      return { returnTo, ticket };
    } catch (error) {
      return fail('provider-failed', error);
    }
  };

export const invalidSignIn = (): BusinessError =>
  new BusinessError('sign-in-invalid', 'This sign-in has expired, has been used, or was not started here.');
