import { newAccountErrors } from '@portcullis/adapters-http/internal/validation/accounts';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { trimmedNfc } from '@portcullis/domain/internal/names/text';
import { passwordPolicy } from '../config/password-policy.ts';
import { readConfig } from '../config/config.ts';
import { operator } from '../adapters/operator.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { say, type Terminal, UsageError } from './terminal.ts';
import { withService } from './with-service.ts';

/**
 * Creates an account with the role ADMIN. The role is set by the same use case as in the API, so an audit record is
 * written.
 */
export async function createAdmin(
  terminal: Terminal,
  name: string,
  { email: address, ...options }: PasswordOptions & { readonly email: string },
): Promise<void> {
  const [username, email] = [trimmedNfc(name), trimmedNfc(address)];
  const { password, note } = await choosePassword(terminal, options);
  const policy = passwordPolicy(readConfig(terminal.env, { serves: false }).passwordMinLength);
  const faults = newAccountErrors({ username, email }, password, policy);
  if (faults.length > 0) throw new UsageError(faults.map(({ message }) => message.replace(/\.?$/, '.')).join('\n'));
  await withService(terminal, (services) =>
    services.createUser({
      actor: operator('admin create'),
      account: { username, email },
      password,
      roleIds: [administratorRole.id],
    }),
  );
  say(terminal, `Administrator   ${username}`);
  say(terminal, `Password        ${note}`);
}

/** Sets a new password for an account, and ends the sessions of the account. */
export async function resetPassword(terminal: Terminal, login: string, options: PasswordOptions): Promise<void> {
  const { password, note } = await choosePassword(terminal, options);
  await withService(terminal, async (services) => {
    const account = orNotFound(await services.users.credentials(login), 'user-not-found');
    await services.setUserPassword({ actor: operator('admin reset-password'), userId: account.userId, password });
    say(terminal, `User            ${account.username}`);
    say(terminal, `Password        ${note}`);
    if (account.status === disabled)
      say(terminal, 'The account is disabled: it cannot log in until an administrator enables it.');
  });
}

/** Removes the second factors of an account whose user has lost them. */
export async function removeFactors(terminal: Terminal, login: string): Promise<void> {
  await withService(terminal, async (services) => {
    const account = orNotFound(await services.users.credentials(login), 'user-not-found');
    await services.resetFactors({ actor: operator('admin reset-factors'), userId: account.userId });
    say(terminal, `User            ${account.username}`);
    say(terminal, 'Second factors  removed: the password alone logs in');
  });
}
