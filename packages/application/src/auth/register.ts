import {
  BusinessError,
  checkPassword,
  checkUsername,
  newUser,
  refuseAdministratorWish,
  refuseReservedName,
  userRole,
  type PasswordPolicy,
  type RoleWish,
  type UserId,
} from '@portcullis/domain';
import type { Clock, IdSource, PasswordHasher } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';

export interface RegisterInput {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly wish: RoleWish;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Anyone opens an account with the role USER (specification, section 4.1). */
export class Register {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /**
   * Checks in the order of the list; a reserved user name is refused after the names that are taken.
   * @throws {BusinessError} administrator-registration, username-unacceptable, email-taken, username-taken,
   * password-unacceptable.
   */
  async execute({ email, username, password, wish }: RegisterInput): Promise<UserId> {
    const { work, users, hasher, policy, clock, ids } = this.#use;
    refuseAdministratorWish(wish);
    checkUsername(username);
    const taken = await users.taken({ email, username });
    if (taken.email) throw new BusinessError('email-taken', 'This e-mail address is already registered.');
    if (taken.username) throw new BusinessError('username-taken', 'This user name is already in use.');
    refuseReservedName(username);
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    const user = newUser({ id: ids.next(), email, username, at: clock.now() });
    await work.run(async (tx) => {
      await tx.users.add(user, passwordHash);
      await tx.users.setRoles(user.id, { before: [], after: [userRole.id] });
    });
    return user.id;
  }
}
