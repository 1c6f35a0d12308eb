import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import type {
  IdentityProvider,
  IdentityProviders,
  SignInLog,
  FailedSignIn,
  LeftOutAttributes,
} from '@portcullis/application/internal/ports/identity-providers';

/** Makes the settings of an identity provider. */
export const aProvider = (given: Partial<IdentityProvider> = {}): IdentityProvider => ({
  key: 'corp',
  name: 'Corporation',
  issuer: 'https://id.example.com',
  signUp: false,
  trustedDomains: [],
  roleMap: undefined,
  attributes: [],
  ...given,
});

/**
 * Returns `account` for every response of a provider. While `account` is undefined, every response counts as forged.
 */
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

/** Records the failed sign-ins, so that a test can check them. */
export class CollectedFailures implements SignInLog {
  readonly entries: Omit<FailedSignIn, 'cause'>[] = [];

  readonly attributesLeftOut: LeftOutAttributes[] = [];

  readonly leftOut = (attributes: LeftOutAttributes): void => void this.attributesLeftOut.push(attributes);

  readonly missing = (): void => undefined;

  readonly failed = ({ provider, reason, requestId }: FailedSignIn): void => {
    this.entries.push({ provider, reason, requestId });
  };
}
