import type { ExternalAccount } from '@portcullis/domain';
import type { IdentityProvider, IdentityProviders, SignInFailure, SignInLog } from '../ports/identity-providers.ts';

/** The settings of a provider for tests. */
export const aProvider = (given: Partial<IdentityProvider> = {}): IdentityProvider => ({
  key: 'corp',
  name: 'Corporation',
  issuer: 'https://id.example.com',
  signUp: false,
  trustedDomains: [],
  roleMap: undefined,
  ...given,
});

/** Vouches for the account that a test has set. Without one every response is refused, as a forged one is. */
export class FakeProviders implements IdentityProviders {
  all: readonly IdentityProvider[] = [aProvider()];
  account: ExternalAccount | undefined;

  readonly addressOf: IdentityProviders['addressOf'] = async (key, { state, nonce, challenge }) => {
    const { issuer } = this.all.find((each) => each.key === key) ?? aProvider();
    return `${issuer}/authorize?state=${state}&nonce=${nonce}&code_challenge=${challenge}`;
  };

  readonly accountOf: IdentityProviders['accountOf'] = async () => {
    if (this.account === undefined) throw new Error('The response is forged.');
    return this.account;
  };
}

/** Collects the failures of sign-ins. */
export class CollectedFailures implements SignInLog {
  readonly entries: (readonly [provider: string, reason: SignInFailure])[] = [];

  readonly failed = (provider: string, reason: SignInFailure): void => {
    this.entries.push([provider, reason]);
  };
}
