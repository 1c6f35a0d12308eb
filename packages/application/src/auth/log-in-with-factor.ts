import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { requireOpenChallenge, type LoginChallenge } from '@portcullis/domain/internal/accounts/factor';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { useCode, wrongCode, type CodeDependencies } from './factors/use-code.ts';
import { usePasskey, wrongPasskey, type PasskeyDependencies } from './factors/use-passkey.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { RequestOrigin } from './sessions/attempt.ts';
import { recordWrongFactor } from './factors/require-proved-factor.ts';
import { loginResult, startSession, type LoggedIn, type SessionDependencies } from './sessions/start-session.ts';

/** What `logInWithFactor` needs. */
export interface LogInWithFactorInput extends Client, RequestOrigin {
  /**
   * The token of the challenge from the first step of the login: the password, or the sign-in at an identity provider.
   */
  readonly challenge: string;
  /** A code of the authenticator app, or a recovery code; undefined if a passkey completes the login. */
  readonly code?: string | undefined;
  /** The browser's response to the `passkeyOptions` of the challenge; undefined if there is a code. */
  readonly credential?: unknown;
}

interface Dependencies extends SessionDependencies, CodeDependencies, PasskeyDependencies {
  readonly factorThrottle: FactorThrottle;
}

/**
 * Completes a login with a second factor. A challenge works once and expires after `challengeSeconds`. It also becomes
 * invalid after too many wrong codes or passkeys, or when a new password is set. It is refused while the account is
 * disabled.
 * @throws {BusinessError} challenge-invalid, wrong-code, wrong-passkey, and the errors of `FactorThrottle`
 */
export const logInWithFactor =
  (deps: Dependencies) =>
  async ({ challenge, code, credential, network, ...client }: LogInWithFactorInput): Promise<LoggedIn> => {
    const { work, linkTokens, factorThrottle } = deps;
    const tokenHash = linkTokens.hashOf(challenge);
    const { userId } = await work.run((tx) => openChallenge(tx, deps, tokenHash));
    const { isLast } = await factorThrottle.beforeAttempt(userId);
    // If the code or the passkey is wrong, the error is thrown after the commit. Throwing the error inside the
    // transaction would undo the failure count.
    const loggedIn = await work.run(async (tx) => {
      const { user, open } = await lockChallengedUser(tx, deps, tokenHash);
      const actor = userActor(user, client);
      const passkeyId = code === undefined ? await usePasskey(tx, deps, { userId, credential, challenge }) : undefined;
      const isRight = code === undefined ? passkeyId !== undefined : await useCode(tx, deps, { actor, user, code });
      if (!isRight) {
        await tx.loginChallenges.setFailures({ tokenHash, failures: open.failures + 1 });
        const reason = code === undefined ? 'wrong-passkey' : 'wrong-code';
        await recordWrongFactor(tx, deps, { actor, user, reason, isLast });
        return undefined;
      }
      await tx.loginChallenges.remove(tokenHash);
      return loginResult(tx, deps, await startSession(tx, deps, { user, client, network, how: 'factor', passkeyId }));
    });
    if (loggedIn === undefined) throw code === undefined ? wrongPasskey(userId) : wrongCode();
    await factorThrottle.afterSuccess(userId);
    return loggedIn;
  };

const openChallenge = async (
  { loginChallenges }: Uses<'loginChallenges'>,
  { clock }: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<LoginChallenge> => requireOpenChallenge(await loginChallenges.find(tokenHash), clock.now());

/**
 * Locks the user of a challenge. The challenge is read again under the lock, because a concurrent login may have used
 * it.
 */
async function lockChallengedUser(
  tx: Uses<'users' | 'loginChallenges'>,
  deps: Pick<Dependencies, 'clock'>,
  tokenHash: string,
): Promise<{ readonly user: User; readonly open: LoginChallenge }> {
  const user = await tx.users.lock((await openChallenge(tx, deps, tokenHash)).userId);
  const open = await openChallenge(tx, deps, tokenHash);
  if (user?.status === enabled) return { user, open };
  throw new BusinessError('challenge-invalid', 'This log-in has expired. Please begin again.');
}
