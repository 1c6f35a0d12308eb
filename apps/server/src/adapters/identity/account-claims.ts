import { claimAt, type AttributeClaim } from '@portcullis/domain/internal/conditions/attribute-claims';
import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');

/** The claims about one person, by their source. */
export interface ClaimSources {
  readonly idToken: Claims;
  readonly userInfo: Claims;
}

/**
 * Returns the source of the e-mail address. `email_verified` applies only to the `email` of the same source, so both
 * claims are read from one source. The ID token is used if it contains both claims, or if the user info contains no
 * e-mail address. Otherwise the user info is used.
 */
const emailSource = ({ idToken, userInfo }: ClaimSources): Claims => {
  const isComplete = textOf(idToken['email']) !== null && idToken['email_verified'] !== undefined;
  return isComplete || textOf(userInfo['email']) === null ? idToken : userInfo;
};

/**
 * Returns the value of a claim, which can be nested (`claimAt`). Claims of the ID token take precedence over those of the
 * user info.
 */
export const claimIn = ({ idToken, userInfo }: ClaimSources, path: string): unknown =>
  claimAt(idToken, path) ?? claimAt(userInfo, path);

/**
 * Returns the account that the claims describe. `emailSource` selects the source of the e-mail address. Only the boolean
 * `true` and the text "true" verify it: some providers send all claims as texts.
 * @param groupsClaim the name of the claim that contains the groups
 * @param attributes the attributes of users that claims fill
 */
export function accountIn(
  identity: Pick<ExternalAccount, 'issuer' | 'subject'>,
  sources: ClaimSources,
  groupsClaim: string,
  attributes: readonly AttributeClaim[],
): ExternalAccount {
  const { email, email_verified: emailVerified } = emailSource(sources);
  return {
    ...identity,
    email: textOf(email),
    emailVerified: emailVerified === true || emailVerified === 'true',
    username: textOf(claimIn(sources, 'preferred_username'))?.normalize('NFC') ?? null,
    groups: textsOf(claimIn(sources, groupsClaim)),
    attributes: Object.fromEntries(
      attributes.flatMap(({ attribute, claim }): readonly [string, unknown][] => {
        const value = claimIn(sources, claim);
        return value === undefined ? [] : [[attribute, value]];
      }),
    ),
  };
}
