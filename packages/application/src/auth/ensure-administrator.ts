import { administratorRole, newUser, type User } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';

export type EnsureAdministratorInput = Pick<User, 'username' | 'email'> & { readonly password: string };

interface Dependencies extends CreateDependencies {
  readonly hasher: PasswordHasher;
}

/**
 * Creates an administrator unless a user holds ADMIN already. Several processes may call it at the same time: one of
 * them creates the account.
 * @returns whether the account was created
 * @throws {BusinessError} email-taken, username-taken
 */
export const ensureAdministrator =
  ({ work, hasher, clock, ids }: Dependencies) =>
  ({ username, email, password }: EnsureAdministratorInput): Promise<boolean> =>
    work.run(async (tx) => {
      if ((await tx.users.lockAdministration()).exists) return false;
      const user = newUser({ id: ids.next(), email, username, at: clock.now() });
      await tx.users.add(user, await hasher.hash(password));
      await tx.users.setRoles(user.id, { before: [], after: [administratorRole.id] });
      return true;
    });

export type EnsureAdministrator = ReturnType<typeof ensureAdministrator>;
