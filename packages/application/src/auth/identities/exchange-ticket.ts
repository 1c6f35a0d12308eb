import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import { userRole } from '@portcullis/domain/internal/built-in';
import { BusinessError, type Refusal } from '@portcullis/domain/internal/shared/errors';
import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { isRegistrationOpen } from '@portcullis/domain/internal/accounts/new-account';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { isSameAddress, type User } from '@portcullis/domain/internal/accounts/user';
import type { RequestOrigin } from '../sessions/attempt.ts';
import { startSessionOrChallenge, type ChallengeDependencies } from '../factors/challenge.ts';
import { loginResult, type LoggedIn, type SessionDependencies } from '../sessions/start-session.ts';
import type { IdentityProvider, SignInLog } from '../../ports/identity-providers.ts';
import type { UnitOfWork, Uses } from '../../ports/unit-of-work.ts';
import {
  addIdentity,
  isTrustedFor,
  verifiedEmail,
  mapRoles,
  prepareAccount,
  type SignUpDependencies,
} from './external-account.ts';
import { invalidSignIn } from './finish-sign-in.ts';
import { redeemTicket, type RedeemDependencies, type TicketProof } from './redeem-ticket.ts';
import { addAccount } from '../add-account.ts';
import { applyClaims } from '../../user-attributes/apply-claims.ts';

/** What `exchangeTicket` needs. */
export interface ExchangeTicketInput extends Client, RequestOrigin, TicketProof {}

interface Dependencies extends RedeemDependencies, SignUpDependencies, SessionDependencies, ChallengeDependencies {
  readonly work: UnitOfWork<
    Uses<
      | 'users'
      | 'userAttributes'
      | 'sessions'
      | 'loginAddresses'
      | 'factors'
      | 'loginChallenges'
      | 'passkeyChallenges'
      | 'identities'
      | 'signInTickets'
      | 'roles'
      | 'audit'
      | 'events'
    >
  >;
  readonly signInLog: Pick<SignInLog, 'leftOut'>;
}

/**
 * Logs in a person who has signed in at an identity provider. On the first sign-in, the provider must have verified the
 * e-mail address of the person. A new user is created if the provider allows sign-up, registration is open, and no
 * user has this address. An existing user with this address is linked to the provider account if two conditions are
 * met. First, the provider must be trusted for the domain of the address. Second, this service must also have verified
 * the address. Otherwise the user must log in and link the provider account. The claims of the provider then set roles and
 * attributes of the user.
 * @throws {BusinessError} sign-in-invalid, link-required, account-missing, account-disabled, last-administrator, and
 * factor-required with a challenge for `logInWithFactor` if the user has a second factor
 */
export const exchangeTicket =
  (deps: Dependencies) =>
  async ({ ticket, verifier, ...client }: ExchangeTicketInput): Promise<LoggedIn> => {
    const { provider, account } = await redeemTicket(deps, { ticket, verifier });
    const loggedIn = await retryIfTaken(() => signIn(deps, { provider, account, client }));
    if (loggedIn instanceof BusinessError) throw loggedIn;
    return loggedIn;
  };

interface SignIn {
  readonly provider: IdentityProvider;
  readonly account: ExternalAccount;
  readonly client: Client & RequestOrigin;
}

async function signIn(
  deps: Dependencies,
  { provider, account, client: { network, ...client } }: SignIn,
): Promise<LoggedIn | BusinessError> {
  const { work, clock } = deps;
  const linked = await work.run((tx) => tx.identities.find(account));
  const first = linked === undefined ? await firstSignIn(deps, provider, account) : undefined;
  let leftOut: readonly string[] = [];
  const loggedIn = await work.run(async (tx) => {
    // The declarations are locked before all other rows.
    const declarations = provider.attributes.length === 0 ? [] : await tx.userAttributes.keep();
    if (first !== undefined && 'added' in first) await addLinkedAccount(tx, deps, { client, account, ...first });
    const identity = await tx.identities.find(account);
    const userId = identity?.userId ?? (first !== undefined && 'link' in first ? first.link : undefined);
    if (userId === undefined) throw missingAccount();
    const locked = await lockSignedIn(tx, deps, { client, userId, provider, account });
    const { attributes: mapped } = provider;
    const actor = userActor(locked, client);
    const claims = { actor, user: locked, declarations, mapped, claimed: account.attributes };
    const applied = await applyClaims(tx, deps, claims);
    const { user } = applied;
    ({ leftOut } = applied);
    if (identity !== undefined) await tx.identities.setLastUsed(identity.id, clock.now());
    else await linkVerified(tx, deps, { user, account, client });
    const started = await startSessionOrChallenge(
      tx,
      deps,
      { user, client, network, how: 'oidc' },
      await tx.factors.of(user.id),
    );
    return started instanceof BusinessError ? started : loginResult(tx, deps, started);
  });
  const { requestId } = client;
  if (leftOut.length > 0) deps.signInLog.leftOut({ provider: provider.key, attributes: leftOut, requestId });
  return loggedIn;
}

/** The refusals of a sign-in if a concurrent request has used the e-mail address, the user name or the identity. */
const takenRefusals: ReadonlySet<Refusal> = new Set(['email-taken', 'username-taken', 'identity-taken']);

const maxAttempts = 5;

/**
 * Repeats a sign-in that failed because a concurrent request has added the same account, or another one with the same
 * name. The repetition finds what the other request has stored. Every attempt fails only if accounts are added and
 * removed all the time. The person then has to begin again.
 * @throws {BusinessError} sign-in-invalid, if every attempt failed in this way
 */
async function retryIfTaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 0; count < maxAttempts; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BusinessError) || !takenRefusals.has(error.refusal)) throw error;
    }
  }
  throw invalidSignIn();
}

/** The account of a first sign-in: an existing user to link, or a new one to add. */
type FirstAccount = { readonly link: UserId } | { readonly added: User };

/**
 * Finds the user with the same e-mail address, who is to be linked under the conditions that `exchangeTicket`
 * describes. If no user has this address, prepares a new one. Nothing is stored yet, because the sign-in may still be
 * refused.
 * @returns undefined if a concurrent request has just added the user together with the link
 * @throws {BusinessError} link-required, account-missing, account-disabled
 */
async function firstSignIn(
  deps: SignUpDependencies & Pick<Dependencies, 'work'>,
  { signUp, trustedDomains }: IdentityProvider,
  account: ExternalAccount,
): Promise<FirstAccount | undefined> {
  const email = verifiedEmail(account);
  // Without a verified e-mail address, the error must not depend on local accounts. Otherwise strangers could find out
  // which addresses have an account.
  if (email === undefined) throw missingAccount();
  const local = await deps.users.credentials(email);
  if (local !== undefined) {
    if ((await deps.work.run((tx) => tx.identities.find(account))) !== undefined) return undefined;
    if (!isTrustedFor(trustedDomains, email)) throw linkRequired();
    requireVerified(await deps.work.run((tx) => tx.users.lock(local.userId)), account);
    return { link: local.userId };
  }
  if (!signUp || !isRegistrationOpen(deps.registration)) throw missingAccount();
  return { added: await prepareAccount(deps, account, email) };
}

/**
 * Checks that this service has verified the address of the user, and that the provider has verified the same one.
 * @throws {BusinessError} link-required; account-disabled
 */
function requireVerified(user: User | undefined, account: ExternalAccount): void {
  const email = verifiedEmail(account);
  if (email === undefined || user?.emailVerified !== true || !isSameAddress(user.email, email)) throw linkRequired();
  if (user.status !== enabled) throw disabledAccount(user.id);
}

interface VerifiedLink {
  readonly user: User;
  readonly account: ExternalAccount;
  readonly client: Client;
}

/**
 * Links a provider account to an existing user, who must be locked. The address is checked again, because it may have
 * changed since `firstSignIn`.
 * @throws {BusinessError} link-required
 */
async function linkVerified(
  tx: Uses<'identities' | 'events'>,
  deps: SignUpDependencies,
  { user, account, client }: VerifiedLink,
): Promise<void> {
  requireVerified(user, account);
  await addIdentity(tx, deps, { actor: userActor(user, client), user, account });
}

async function addLinkedAccount(
  tx: Uses<'users' | 'identities' | 'events'>,
  deps: SignUpDependencies,
  { client, account, added }: { readonly client: Client; readonly account: ExternalAccount; readonly added: User },
): Promise<void> {
  const actor = userActor(added, client);
  const roleIds = [userRole.id];
  await addAccount(tx, deps, { actor, user: added, passwordHash: null, roleIds, isConfirmed: false });
  await addIdentity(tx, deps, { actor: userActor(added, client), user: added, account });
}

interface SignedIn {
  readonly client: Client;
  readonly userId: UserId;
  readonly provider: IdentityProvider;
  readonly account: ExternalAccount;
}

/**
 * Assigns the roles that are mapped to the user's groups at the provider, and locks the user.
 * @throws {BusinessError} last-administrator, account-disabled
 */
async function lockSignedIn(
  tx: Uses<'users' | 'roles' | 'audit' | 'events'>,
  deps: SignUpDependencies,
  { client, userId, provider, account: { groups } }: SignedIn,
): Promise<User> {
  const actor = { ...client, type: 'user', id: userId, name: null, sessionId: null } as const;
  await mapRoles(tx, deps, { actor, userId, provider, groups });
  const user = await tx.users.lock(userId);
  if (user?.status === enabled) return user;
  throw disabledAccount(userId);
}

const linkRequired = (): BusinessError =>
  new BusinessError('link-required', 'An account has this e-mail address. Log in and link this sign-in to it.');

const disabledAccount = (about: UserId): BusinessError =>
  new BusinessError('account-disabled', 'Wrong user name or password.', undefined, { about });

const missingAccount = (): BusinessError =>
  new BusinessError('account-missing', 'There is no account for this sign-in. Ask an administrator for one.');
