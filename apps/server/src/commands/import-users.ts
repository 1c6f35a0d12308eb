import type { MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { operator } from '../adapters/operator.ts';
import { isPlainBcrypt } from '../adapters/stored-hashes/bcrypt.ts';
import { readUsers } from '../moving/read-users.ts';
import { runImport, type RunImportOptions } from './run-import.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

interface ImportUsersOptions extends RunImportOptions {
  readonly invite?: boolean;
  /** The language of the invitations. */
  readonly language: MailLanguage;
}

/**
 * Imports the users of a file.
 * @throws {FailedChecks} after the refused rows were printed
 */
export const importUsersFrom = (
  terminal: Terminal,
  file: string,
  { invite = false, language, ...options }: ImportUsersOptions,
): Promise<void> =>
  withService(terminal, async ({ importUsers, userAttributes }) => {
    const { attributes: declarations } = await userAttributes.find();
    const { encoding, timeZone, skipRefused: skipsRefused = false } = options;
    const input = { actor: operator('import users'), invite: invite ? language : undefined, skipsRefused };
    await runImport(terminal, file, options, async (isDryRun, calls) => {
      let bcrypt = 0;
      const remember = (row: number, given: unknown): void => {
        calls.remember(row, given);
        if (
          typeof given === 'object' &&
          given !== null &&
          'passwordHash' in given &&
          isPlainBcrypt(String(given.passwordHash))
        )
          bcrypt += 1;
      };
      const summary = await importUsers({
        ...input,
        rows: readUsers(file, { declarations, encoding, timeZone, remember }),
        isDryRun,
        report: calls.report,
      });
      if (isDryRun && bcrypt > 0)
        say(
          terminal,
          `~ ${bcrypt} password hashes are of bcrypt, which reads 72 bytes of a password. The hash of a longer password is kept as it is.`,
        );
      return summary;
    });
  });
