import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import type { PasskeyRequestOptions } from '@portcullis/domain/internal/shared/passkey-options';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { UpdateDependencies } from '../dependencies.ts';
import {
  addPasskeyChallenge,
  type PasskeyChallengeDependencies,
  takePasskeyChallenge,
  requestOptions,
} from './factors/passkey-options.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import { usePasskey, wrongPasskey, type PasskeyDependencies } from './factors/use-passkey.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { RequestOrigin } from './sessions/attempt.ts';
import { recordWrongFactor } from './factors/require-proved-factor.ts';
import { loginResult, startSession, type LoggedIn, type SessionDependencies } from './sessions/start-session.ts';

interface BeginDependencies extends UpdateDependencies<'passkeyChallenges'>, PasskeyChallengeDependencies {
  readonly passkeys: Pick<Passkeys, 'relyingPartyId'>;
}

/**
 * Returns the options with which a browser lets a person choose a passkey. The options do not name any passkey, so
 * they reveal nothing about accounts.
 * @throws if `Passkeys.isAvailable` is false
 */
export const beginPasskeyLogin = (deps: BeginDependencies) => async (): Promise<PasskeyRequestOptions> => {
  const rpId = deps.passkeys.relyingPartyId();
  const challenge = await deps.work.run((tx) => addPasskeyChallenge(tx, deps, null));
  return requestOptions({ challenge, rpId }, []);
};

/** What `logInWithPasskey` needs. */
export interface LogInWithPasskeyInput extends Client, RequestOrigin {
  /** The browser's response to the options of `beginPasskeyLogin`. */
  readonly credential: unknown;
}

interface Dependencies extends SessionDependencies, PasskeyDependencies {
  readonly linkTokens: LinkTokens;
  readonly factorThrottle: FactorThrottle;
}

/**
 * Logs in with a passkey alone. The authenticator has verified the person, so the login counts as a login with two
 * factors. The error message is the same for an unknown passkey, a wrong signature and a disabled account.
 * @throws {BusinessError} wrong-passkey, and the errors of `FactorThrottle`
 */
export const logInWithPasskey =
  (deps: Dependencies) =>
  async ({ credential, network, ...client }: LogInWithPasskeyInput): Promise<LoggedIn> => {
    const { work, passkeys, factorThrottle } = deps;
    const { challenge, credentialId = '' } = (await passkeys.read(credential)) ?? {};
    if (challenge === undefined) throw wrongPasskey();
    const passkey = await work.run(async (tx) => {
      const isOpen = await takePasskeyChallenge(tx, deps, { challenge, userId: null });
      return isOpen ? tx.factors.findPasskey(credentialId) : undefined;
    });
    if (passkey === undefined) throw wrongPasskey();
    const { userId } = passkey;
    const { isLast } = await factorThrottle.beforeAttempt(userId);
    // If the login fails, the error is thrown after the commit. Throwing the error inside the transaction would undo
    // the record of the failed login.
    const loggedIn = await work.run(async (tx) => {
      const user = await tx.users.lock(userId);
      if (!isEnabled(user)) return undefined;
      const passkeyId = await usePasskey(tx, deps, { userId, credential, challenge });
      if (passkeyId !== undefined) {
        return loginResult(
          tx,
          deps,
          await startSession(tx, deps, { user, client, network, how: 'passkey', passkeyId }),
        );
      }
      await recordWrongFactor(tx, deps, { actor: userActor(user, client), user, reason: 'wrong-passkey', isLast });
      return undefined;
    });
    if (loggedIn === undefined) throw wrongPasskey(userId);
    await factorThrottle.afterSuccess(userId);
    return loggedIn;
  };

const isEnabled = (user: User | undefined): user is User => user?.status === enabled;
