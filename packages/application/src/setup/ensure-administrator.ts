import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { newSetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { newUser, type User } from '@portcullis/domain/internal/accounts/user';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { addAccount } from '../auth/add-account.ts';

/** What `ensureAdministrator` needs. */
export interface EnsureAdministratorInput extends Pick<User, 'username' | 'email'> {
  readonly actor: Actor;
  readonly password: string;
  /** Hash of a setup token; undefined if no setup link should be created. */
  readonly setupTokenHash?: string | undefined;
}

interface Dependencies extends CreateDependencies<'users' | 'setupLinks' | 'events'> {
  readonly hasher: PasswordHasher;
}

/**
 * Creates an administrator unless a user already has the role ADMIN. If several processes do this simultaneously, only
 * one of them creates the account.
 * @returns whether the account was created
 * @throws {BusinessError} email-taken, username-taken
 */
export const ensureAdministrator =
  (deps: Dependencies) =>
  async ({ actor, username, email, password, setupTokenHash }: EnsureAdministratorInput): Promise<boolean> => {
    const { work, hasher, clock, ids } = deps;
    if (await work.run(hasAdministrator)) return false;
    // Hashing may take seconds on a busy machine, and a transaction has a time limit. The hash is therefore computed
    // between two transactions.
    const passwordHash = await hasher.hash(password);
    return work.run(async (tx) => {
      if (await hasAdministrator(tx)) return false;
      const at = clock.now();
      const user = newUser({ id: ids.next(), email, username, at });
      const roleIds = [administratorRole.id];
      await addAccount(tx, deps, { actor, user, passwordHash, roleIds, isConfirmed: true });
      if (setupTokenHash !== undefined) {
        await tx.setupLinks.add(newSetupLink({ userId: user.id, tokenHash: setupTokenHash }, at));
      }
      return true;
    });
  };

const hasAdministrator = async (tx: Pick<Transaction, 'users'>): Promise<boolean> =>
  (await tx.users.lockAdministration()).exists;
