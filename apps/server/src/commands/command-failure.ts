import { DirectoryInUse } from '@portcullis/adapters-persistence/internal/embedded/directory-lock';
import { CannotPlan } from '@portcullis/adapters-persistence/internal/plan-tables';
import { MissingMigrations } from '@portcullis/adapters-persistence/internal/migrate';
import { TransactionPooling } from '@portcullis/adapters-persistence/internal/postgres/session-check';
import { StoreFailure } from '@portcullis/application';
import { WrongMediaStore } from '@portcullis/application/internal/media/store-claim';
import { MediaStoreFailure } from '@portcullis/application/internal/ports/media-files';
import { InvalidDocument } from '@portcullis/domain/internal/access/access-control';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { Environment } from '../config/read-variables.ts';
import { FailedChecks, UsageError } from './terminal.ts';
import { ConfigError } from '../config/config-error.ts';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';
import { oneLineMessage } from '../process/one-line-message.ts';

/** 0 after success, 1 after a failure, 2 after wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

/** The message for the operator: what is wrong and what to do, with a line for each fault. */
export interface CommandFailure {
  readonly text: string;
  readonly exitCode: ExitCode;
}

const failed = (text: string): CommandFailure => ({ text, exitCode: 1 });

/**
 * Returns the message for an error of a command, of `startServer` or of `migrate`.
 * @param env the variables with which the command ran
 * @example
 * const { text, exitCode } = errorMessageFor(new ConfigError('PORT 3000 is already in use.'));
 * process.stderr.write(`${text}\n`);
 * process.exitCode = exitCode;
 */
export function errorMessageFor(error: unknown, env: Environment = process.env): CommandFailure {
  if (error instanceof ConfigError || error instanceof UsageError || error instanceof UnreadableFile)
    return { text: error.message, exitCode: 2 };
  if (
    error instanceof BusinessError ||
    error instanceof DirectoryInUse ||
    error instanceof FailedChecks ||
    error instanceof CannotPlan
  )
    return failed(error.message);
  if (error instanceof WrongMediaStore) return { text: `${error.message} ${storeAdvice}`, exitCode: 2 };
  if (error instanceof TransactionPooling) return { text: error.message, exitCode: 2 };
  if (error instanceof MediaStoreFailure) return failed(error.message);
  if (error instanceof InvalidDocument) return failed(`The document is refused.\n${error.message}`);
  if (error instanceof MissingMigrations) {
    return failed(`${error.message} Run migrate with the role that owns the tables, or set DATABASE_OWNER_URL.`);
  }
  if (error instanceof StoreFailure && error.cause !== undefined) return errorMessageFor(error.cause, env);
  const hint =
    codeOf(error) === '3D000' ? `Create it: ${createdb(urlOfMissing(oneLineMessage(error), env))}` : hintOf(error);
  if (hint !== undefined) return failed(`${oneLineMessage(error)}. ${hint}`);
  const showsStack = /^(?:debug|trace)$/.test(env['LOG_LEVEL'] ?? '');
  const stack = showsStack && error instanceof Error ? `\n${error.stack}` : ' Set LOG_LEVEL=debug to see the stack.';
  return failed(`The command failed: ${oneLineMessage(error)}.${stack}`);
}

const storeAdvice =
  'Give all processes the same MEDIA_STORE, and the same folder DATA_DIR/media or the same bucket. If this one is right: portcullis media claim.';

/** Advice on an error code of Node or an SQLSTATE of PostgreSQL. */
const hints: readonly (readonly [code: RegExp, hint: string])[] = [
  [
    /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|57P03)$/,
    'Check DATABASE_URL, and that PostgreSQL runs at that address.',
  ],
  [/^28\w{3}$/, 'Check DATABASE_URL.'],
  [/^42501$/, 'Only the role that owns the tables may do this: set DATABASE_OWNER_URL.'],
  [/^(?:55P03|57014)$/, 'Another transaction holds a lock that this command needs: try again later.'],
  [/^(?:ENOENT|ENOTDIR|ENAMETOOLONG|EEXIST|EACCES|EISDIR|EPERM|EROFS|ENOSPC)$/, 'Name another file.'],
  [/^EPIPE$/, 'The program that reads the output has ended, so a part of it is missing.'],
];

/**
 * Returns the URL of the database that PostgreSQL reports as missing. `message` contains its name in quotation marks.
 */
function urlOfMissing(message: string, env: Environment): string | undefined {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = env;
  const [, name = ''] = /"(.*)"/.exec(message) ?? [];
  const isMissing = (address = '') => URL.canParse(address) && new URL(address).pathname === `/${encodeURI(name)}`;
  return isMissing(ownerUrl) && !isMissing(url) ? ownerUrl : url;
}

/** Returns the command that creates the database of a URL. It contains no password, because `createdb` asks for it. */
function createdb(address = ''): string {
  if (!URL.canParse(address)) return 'createdb portcullis';
  const { hostname, port, username, pathname } = new URL(address);
  const options = [
    ['-h', hostname],
    ['-p', port],
    ['-U', username],
  ].flatMap(([option, value]) => (value === '' ? [] : [`${option} ${value}`]));
  return ['createdb', ...options, pathname.slice(1)].join(' ');
}

const hintOf = (error: unknown): string | undefined => hints.find(([code]) => code.test(codeOf(error)))?.[1];

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
