import { newUser, type ExternalAccount, type RegistrationMode, type User } from '@portcullis/domain';
import { usernameCandidates } from './external-account.ts';
import type { EventDependencies } from '../../record-event.ts';
import type { UserViews } from '../../ports/users.ts';

export interface SignUpDependencies extends EventDependencies {
  readonly users: UserViews;
  readonly registration: RegistrationMode;
}

/** Returns a user for a person who signs in for the first time, with a free user name. */
export async function prepareAccount(
  { users, ids, clock }: SignUpDependencies,
  account: ExternalAccount,
  email: string,
): Promise<User> {
  const id = ids.next<'User'>();
  const username = (await firstFreeName(users, email, usernameCandidates(account, id))) ?? id;
  return newUser({ id, email, username, at: clock.now() });
}

async function firstFreeName(
  users: UserViews,
  email: string,
  candidates: readonly string[],
): Promise<string | undefined> {
  for (const username of candidates) if (!(await users.taken({ email, username })).username) return username;
  return undefined;
}
