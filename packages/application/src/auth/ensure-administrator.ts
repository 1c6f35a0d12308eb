import { administratorRole, newUser, type User } from '@portcullis/domain';
import type { Clock, IdSource, PasswordHasher } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';

export type EnsureAdministratorInput = Pick<User, 'username' | 'email'> & { readonly password: string };

interface Dependencies {
  readonly work: UnitOfWork;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Makes the first administrator of an installation, so that somebody can log in. */
export class EnsureAdministrator {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /**
   * Creates the account while no user holds ADMIN, once however many processes start; says whether it did.
   * Refuses: email-taken, username-taken.
   */
  execute({ username, email, password }: EnsureAdministratorInput): Promise<boolean> {
    const { work, hasher, clock, ids } = this.#use;
    return work.run(async (tx) => {
      if ((await tx.users.lockAdministration()).exists) return false;
      const user = newUser({ id: ids.next(), email, username, at: clock.now() });
      await tx.users.add(user, await hasher.hash(password));
      await tx.users.setRoles(user.id, { before: [], after: [administratorRole.id] });
      return true;
    });
  }
}
