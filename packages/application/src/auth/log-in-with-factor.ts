import {
  BusinessError,
  enabled,
  requireOpenChallenge,
  userActor,
  type Client,
  type LoginChallenge,
  type User,
} from '@portcullis/domain';
import { useCode, wrongCode, type CodeDependencies } from '../factors/use-code.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';
import { recordEvent } from '../record-event.ts';
import type { RequestOrigin } from './attempt.ts';
import type { LoggedIn } from './log-in.ts';
import { firstTokens, startSession, type SessionDependencies } from './start-session.ts';

export interface LogInWithFactorInput extends Client, RequestOrigin {
  /** The token of the challenge that the log-in with the password returned. */
  readonly challenge: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly code: string;
}

interface Dependencies extends SessionDependencies, CodeDependencies {
  readonly users: UserViews;
  readonly factorThrottle: FactorThrottle;
}

/**
 * Completes a log-in with a code of a second factor. A challenge ends with its use, after too many wrong codes, and when the
 * password or the status of the account changes.
 * @throws {BusinessError} challenge-invalid, wrong-code, and what the throttle throws
 */
export const logInWithFactor =
  (deps: Dependencies) =>
  async ({ challenge, code, network, ...client }: LogInWithFactorInput): Promise<LoggedIn> => {
    const { work, users, linkTokens, factorThrottle } = deps;
    const tokenHash = linkTokens.hashOf(challenge);
    const { userId } = await work.run((tx) => openChallenge(tx, deps, tokenHash));
    const { isLast } = await factorThrottle.beforeAttempt(userId);
    // Throwing inside the transaction would undo the count of failures, so the error is thrown after the commit.
    const started = await work.run(async (tx) => {
      const { user, open } = await lockChallengedUser(tx, deps, tokenHash);
      const actor = userActor(user, client);
      if (!(await useCode(tx, deps, { actor, user, code }))) {
        await recordWrongCode(tx, deps, { user, open, client, isLast });
        return undefined;
      }
      await tx.loginChallenges.remove(tokenHash);
      return startSession(tx, deps, { user, client, network, how: 'factor' });
    });
    if (started === undefined) throw wrongCode();
    await factorThrottle.afterSuccess(userId);
    const account = await users.profile(userId, started.session.id);
    const { username = '', roles = [] } = account ?? {};
    return { user: { id: userId, username, roles }, token: await firstTokens(deps, started) };
  };

export type LogInWithFactor = ReturnType<typeof logInWithFactor>;

const openChallenge = async (
  { loginChallenges }: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<LoginChallenge> => requireOpenChallenge(await loginChallenges.find(tokenHash), clock.now());

/** Locks the user of a challenge. The challenge is read again under the lock, because it may have been used meanwhile. */
async function lockChallengedUser(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<{ readonly user: User; readonly open: LoginChallenge }> {
  const user = await tx.users.lock((await openChallenge(tx, deps, tokenHash)).userId);
  const open = await openChallenge(tx, deps, tokenHash);
  if (user?.status === enabled) return { user, open };
  throw new BusinessError('challenge-invalid', 'This log-in has expired. Please begin again.');
}

interface WrongCode {
  readonly user: User;
  readonly open: LoginChallenge;
  readonly client: Client;
  readonly isLast: boolean;
}

/** Counts a wrong code, and records it, with the lock of the account if the throttle refuses further ones. */
async function recordWrongCode(
  tx: Transaction,
  deps: Dependencies,
  { user, open: { tokenHash, failures }, client, isLast }: WrongCode,
): Promise<void> {
  await tx.loginChallenges.setFailures({ tokenHash, failures: failures + 1 });
  const about = {
    actor: userActor(user, client),
    subject: { type: 'user', id: user.id, name: user.username },
  } as const;
  await recordEvent(tx, deps, { ...about, type: 'session.refused', after: { reason: 'wrong-code' } });
  if (isLast) await recordEvent(tx, deps, { ...about, type: 'account.locked' });
}
