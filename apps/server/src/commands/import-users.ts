import type { MailLanguage } from '@portcullis/domain/internal/mail-link';
import { operator } from '../adapters/operator.ts';
import { readUsers } from '../moving/read-users.ts';
import { runImport, type RunImportOptions } from './run-import.ts';
import type { Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

export interface ImportUsersOptions extends RunImportOptions {
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
    const { attributes } = await userAttributes.find();
    const input = { actor: operator('import users'), invite: invite ? language : undefined };
    await runImport(terminal, options, (isDryRun, report) =>
      importUsers({ ...input, rows: readUsers(file, attributes), isDryRun, report }),
    );
  });
