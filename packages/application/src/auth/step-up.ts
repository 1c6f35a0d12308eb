import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound, type BusinessError } from '@portcullis/domain/internal/shared/errors';
import { isConfirmed } from '@portcullis/domain/internal/accounts/factor';
import { sessionEvents, type AuthenticationMethod } from '@portcullis/domain/internal/accounts/session';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../dependencies.ts';
import { codeRequired, recordWrongFactor } from './factors/require-proved-factor.ts';
import { useCode, wrongCode, type CodeDependencies } from './factors/use-code.ts';
import { takePasskeyChallenge } from './factors/passkey-options.ts';
import { usePasskey, wrongPasskey, type PasskeyDependencies } from './factors/use-passkey.ts';
import { invalidSignIn } from './identities/finish-sign-in.ts';
import { redeemTicket, type RedeemDependencies, type TicketProof } from './identities/redeem-ticket.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';
import type { Credentials } from '../ports/users.ts';
import { recordEvent, type EventDependencies } from '../changes.ts';
import type { RequestOrigin } from './sessions/attempt.ts';
import { renewOwnAuthentication } from './sessions/start-session.ts';
import {
  verifyOwnPassword,
  wrongPassword,
  type OwnPassword,
  type OwnPasswordDependencies,
} from './verify-own-password.ts';

/** What `stepUp` needs. */
export interface StepUpInput extends Pick<RequestOrigin, 'network'> {
  readonly actor: Actor;
  /**
   * A code, the browser's response to the options of `beginPasskeyLogin`, the password, or the ticket of a new sign-in
   * at an identity provider.
   */
  readonly proof:
    | { readonly code: string }
    | { readonly credential: unknown }
    | { readonly password: string }
    | TicketProof;
}

interface Dependencies
  extends EventDependencies,
    OwnPasswordDependencies,
    CodeDependencies,
    PasskeyDependencies,
    RedeemDependencies {
  readonly work: UnitOfWork<
    Uses<
      | 'users'
      | 'sessions'
      | 'loginAddresses'
      | 'factors'
      | 'passkeyChallenges'
      | 'identities'
      | 'signInTickets'
      | 'events'
    >
  >;
  readonly factorThrottle: FactorThrottle;
  readonly linkTokens: LinkTokens;
}

/**
 * Authenticates the caller again and records this in the session. A code or a passkey is required if the account has a
 * second factor, otherwise the password or a ticket. After a code or a passkey, the session counts as verified with a
 * second factor.
 * @throws {BusinessError} code-required, wrong-code, wrong-passkey, wrong-current-password, sign-in-invalid, and the
 * errors of `LoginThrottle` and `FactorThrottle`
 */
export const stepUp =
  (deps: Dependencies) =>
  ({ actor, network, proof }: StepUpInput): Promise<void> => {
    if ('password' in proof) return withPassword(deps, { actor, network, password: proof.password });
    if ('ticket' in proof) return withTicket(deps, actor, proof);
    return withFactor(deps, actor, 'code' in proof ? codeFactor(deps, actor, proof.code) : passkeyFactor(deps, proof));
  };

/** How a code or a passkey is verified, and what is recorded about the result. */
interface UsedFactor {
  readonly isRight: (
    tx: Uses<'users' | 'factors' | 'passkeyChallenges' | 'identities' | 'events'>,
    user: User,
  ) => Promise<boolean>;
  readonly how: 'factor' | 'passkey';
  readonly reason: 'wrong-code' | 'wrong-passkey';
  readonly refusal: () => BusinessError;
}

const codeFactor = (deps: Dependencies, actor: Actor, code: string): UsedFactor => ({
  isRight: (tx, user) => useCode(tx, deps, { actor, user, code }),
  how: 'factor',
  reason: 'wrong-code',
  refusal: wrongCode,
});

const passkeyFactor = (deps: Dependencies, { credential }: { readonly credential: unknown }): UsedFactor => ({
  isRight: async (tx, { id: userId }) => {
    const { challenge } = (await deps.passkeys.read(credential)) ?? {};
    if (challenge === undefined || !(await takePasskeyChallenge(tx, deps, { challenge, userId: null }))) return false;
    return (await usePasskey(tx, deps, { userId, credential, challenge })) !== undefined;
  },
  how: 'passkey',
  reason: 'wrong-passkey',
  refusal: wrongPasskey,
});

async function withFactor(
  deps: Dependencies,
  actor: Actor,
  { isRight, how, reason, refusal }: UsedFactor,
): Promise<void> {
  const { isLast } = await deps.factorThrottle.beforeAttempt(actor.id);
  // If the code or the passkey is wrong, the error is thrown after the commit. Throwing the error inside the
  // transaction would undo the record of the failure.
  const isProved = await deps.work.run(async (tx) => {
    const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
    if (await isRight(tx, user)) {
      await renew(tx, deps, { actor, subject: user }, how);
      return true;
    }
    await recordWrongFactor(tx, deps, { actor, user, reason, isLast });
    return false;
  });
  if (!isProved) throw refusal();
  await deps.factorThrottle.afterSuccess(actor.id);
}

interface Password extends Pick<StepUpInput, 'actor' | 'network'> {
  readonly password: string;
}

async function withPassword(deps: Dependencies, { actor, network, password }: Password): Promise<void> {
  const account = await deps.users.credentialsOf(actor.id, network);
  if (account?.hasFactor) throw codeRequired();
  const field = 'password';
  const verified = await verifyOwnPassword(deps, { actor, network, password, field });
  await renewByPassword(deps, { actor, account: verified, field });
}

interface VerifiedPassword extends Pick<OwnPassword, 'actor' | 'field'> {
  readonly account: Pick<Credentials, 'userId' | 'username' | 'passwordHash'>;
}

/**
 * Records an authentication with a password that has been verified.
 * @throws {BusinessError} wrong-current-password or code-required, if the password or the factors of the account have
 * changed since they were read
 */
export const renewByPassword = (
  deps: CreateDependencies<'users' | 'factors' | 'sessions' | 'events'>,
  { actor, account: { userId: id, username, passwordHash }, field }: VerifiedPassword,
): Promise<void> =>
  deps.work.run(async (tx) => {
    if (!(await tx.users.holdsPassword(id, passwordHash))) throw wrongPassword(field);
    if ((await tx.factors.of(id)).some(isConfirmed)) throw codeRequired();
    await renew(tx, deps, { actor, subject: { id, username } }, 'password');
  });

/** Accepts only a sign-in with an account at a provider that is linked to the caller. */
async function withTicket(deps: Dependencies, actor: Actor, proof: TicketProof): Promise<void> {
  const { account } = await redeemTicket(deps, proof);
  await deps.work.run(async (tx) => {
    const { id, username } = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
    if ((await tx.identities.find(account))?.userId !== id) throw invalidSignIn();
    if ((await tx.factors.of(id)).some(isConfirmed)) throw codeRequired();
    await renew(tx, deps, { actor, subject: { id, username } }, 'oidc');
  });
}

interface About {
  readonly actor: Actor;
  readonly subject: Pick<User, 'id' | 'username'>;
}

async function renew(
  tx: Uses<'sessions' | 'events'>,
  deps: CreateDependencies<'users' | 'factors' | 'sessions' | 'events'>,
  about: About,
  how: AuthenticationMethod,
): Promise<void> {
  await renewOwnAuthentication(tx, about.actor, how, deps.clock.now());
  await recordEvent(tx, deps, { ...about, event: sessionEvents.authenticated, before: { how: null }, after: { how } });
}
