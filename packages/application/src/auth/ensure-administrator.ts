import { administratorRole, newUser, type User } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';

export type EnsureAdministratorInput = Pick<User, 'username' | 'email'> & { readonly password: string };

interface Dependencies extends CreateDependencies {
  readonly hasher: PasswordHasher;
}

/**
 * Makes the first administrator of an installation, so that somebody can log in. Creates the account while no user
 * holds ADMIN, once however many processes start; says whether it did.
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
