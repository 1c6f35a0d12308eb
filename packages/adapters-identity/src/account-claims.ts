import type { ExternalAccount } from '@portcullis/domain';

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

/**
 * Returns the account that claims describe. Only the boolean `true` verifies an e-mail address: providers that send the text
 * "false" exist.
 * @param groupsClaim the name of the claim with the groups
 */
export const accountIn = (
  identity: Pick<ExternalAccount, 'issuer' | 'subject'>,
  claims: Claims,
  groupsClaim: string,
): ExternalAccount => ({
  ...identity,
  email: textOf(claims['email']),
  emailVerified: claims['email_verified'] === true,
  username: textOf(claims['preferred_username']),
  groups: textsOf(claims[groupsClaim]),
});
