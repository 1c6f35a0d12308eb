import { userActor, type Client } from '@portcullis/domain/internal/shared/actor';
import { userRole } from '@portcullis/domain/internal/built-in';
import { checkEmail } from '@portcullis/domain/internal/names/email';
import { BusinessError, orNotFound, takenMessages } from '@portcullis/domain/internal/shared/errors';
import {
  isRegistrationOpen,
  registrationClosed,
  type RegistrationMode,
} from '@portcullis/domain/internal/accounts/new-account';
import { checkPassword, type PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import {
  newUser,
  refuseAdministratorRequest,
  refuseReservedName,
  type RequestedRoles,
} from '@portcullis/domain/internal/accounts/user';
import { checkUsername } from '@portcullis/domain/internal/names/username';
import type { CreateDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { UserViews, UserWithGrants } from '../ports/users.ts';
import { addAccount } from './add-account.ts';

/** What `register` needs. */
export interface RegisterInput {
  readonly client: Client;
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly requestedRoles: RequestedRoles;
}

interface Dependencies extends CreateDependencies<'users' | 'events'> {
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly policy: PasswordPolicy;
  readonly registration: RegistrationMode;
}

/**
 * Creates an account with the role USER for a person who is not logged in.
 * @throws {BusinessError} registration-closed, administrator-registration, username-unacceptable, email-unacceptable,
 * email-taken, username-taken, password-unacceptable, checked in this order. The error administrator-registration means
 * that administrator rights were requested. It is also thrown for a reserved user name, but only after the check for
 * username-taken.
 */
export const register =
  (deps: Dependencies) =>
  async ({ client, email, username, password, requestedRoles }: RegisterInput): Promise<UserWithGrants> => {
    const { work, users, hasher, policy, registration, clock, ids } = deps;
    if (!isRegistrationOpen(registration)) throw registrationClosed();
    refuseAdministratorRequest(requestedRoles);
    checkUsername(username);
    checkEmail(email);
    const taken = await users.taken({ email, username });
    if (taken.email) throw new BusinessError('email-taken', takenMessages['email-taken']);
    if (taken.username) throw new BusinessError('username-taken', takenMessages['username-taken']);
    refuseReservedName(username);
    checkPassword(policy, password, 'password');
    const passwordHash = await hasher.hash(password);
    const user = newUser({ id: ids.next(), email, username, at: clock.now() });
    const actor = userActor(user, client);
    const account = { actor, user, passwordHash, roleIds: [userRole.id], isConfirmed: false };
    return work.run(async (tx) => {
      await addAccount(tx, deps, account);
      return orNotFound(await tx.users.find(user.id), 'user-not-found');
    });
  };
