import { accountErrors } from '@portcullis/adapters-http';
import { createUser, setUserPassword } from '@portcullis/application';
import { administratorRole, disabled, orNotFound } from '@portcullis/domain';
import { operator } from './operator.ts';
import { useCaseOf, valueOf } from '../wiring/provide.ts';
import * as ports from '../wiring/ports.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { say } from './say.ts';
import { UsageError } from './usage-error.ts';
import { withService } from './with-service.ts';

/** Opens an account that holds ADMIN, set through the role-setting operation, and so audited. */
export async function createAdmin(
  username: string,
  { email, ...options }: PasswordOptions & { readonly email: string },
): Promise<void> {
  const [fault] = accountErrors({ username, email });
  if (fault !== undefined) throw new UsageError(`${fault.message}.`);
  const { password, note } = await choosePassword(options);
  await withService((container) =>
    useCaseOf(
      container,
      createUser,
    )({
      actor: operator('admin create'),
      account: { username, email },
      password,
      roleIds: [administratorRole.id],
    }),
  );
  say(`Administrator   ${username}`);
  say(`Password        ${note}`);
}

/** Gives any account a new password; its sessions end. */
export async function resetPassword(login: string, options: PasswordOptions): Promise<void> {
  const { password, note } = await choosePassword(options);
  await withService(async (container) => {
    const account = orNotFound(await valueOf(container, ports.USER_VIEWS).credentials(login), 'user-not-found');
    await useCaseOf(container, setUserPassword)({ userId: account.userId, password });
    say(`User            ${account.username}`);
    say(`Password        ${note}`);
    if (account.status === disabled)
      say('The account is disabled: it cannot log in until an administrator enables it.');
  });
}
