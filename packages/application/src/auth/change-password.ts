import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { checkPassword, type PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import { userEvents } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../dependencies.ts';
import type { RequestOrigin } from './sessions/attempt.ts';
import { changeEntity } from '../changes.ts';
import { verifyOwnPassword, wrongPassword, type OwnPasswordDependencies } from './verify-own-password.ts';

/** What `changePassword` needs. */
export interface ChangePasswordInput extends Pick<RequestOrigin, 'network'> {
  readonly actor: Actor;
  /** The session of the request. This session stays open, and all other sessions of the user end. */
  readonly sessionId: SessionId;
  readonly currentPassword: string;
  readonly newPassword: string;
}

interface Dependencies extends CreateDependencies<'users' | 'sessions' | 'events'>, OwnPasswordDependencies {
  readonly policy: PasswordPolicy;
}

/**
 * Changes the caller's own password.
 * @throws {BusinessError} password-unacceptable, wrong-current-password, and the errors of `LoginThrottle`
 */
export const changePassword =
  (deps: Dependencies) =>
  async ({ actor, network, sessionId, currentPassword, newPassword }: ChangePasswordInput): Promise<void> => {
    const { id: userId } = actor;
    const { work, hasher, policy } = deps;
    checkPassword(policy, newPassword, 'newPassword');
    const field = 'currentPassword';
    const account = await verifyOwnPassword(deps, { actor, network, password: currentPassword, field });
    const passwordHash = await hasher.hash(newPassword);
    await work.run(async (tx) => {
      // Another request may have changed the password since it was verified. That new password must not be overwritten.
      if (!(await tx.users.holdsPassword(userId, account.passwordHash))) throw wrongPassword(field);
      const stored = { id: userId, username: account.username };
      const recorded = { event: userEvents.passwordChanged, actor, stored, ifMatch: 'any' } as const;
      await changeEntity(tx, deps, recorded, async (allow) => {
        await tx.users.setPassword(allow(userId), passwordHash);
        return {
          before: { sessionIds: await tx.sessions.endAll(allow(userId), sessionId) },
          after: { sessionIds: [] },
        };
      });
    });
  };
