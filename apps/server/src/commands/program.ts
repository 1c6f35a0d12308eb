import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { version } from '../config/version.ts';
import type { ExitCode } from './explain.ts';

/** Runs the command line; answers the exit code. What it has to say it has written. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // Like the code of each command, loaded only where it is used: a start is to be quick.
    const { explain } = await import('./explain.ts');
    const { text, exitCode } = explain(error);
    process.stderr.write(`${text}\n`);
    return exitCode;
  }
}

const manual = `
Examples:
  $ portcullis start
  $ portcullis seed demo
  $ portcullis admin create ada --email ada@example.com
  $ portcullis export > access.json

Each command has a manual of its own: portcullis import --help.
Variables such as DATABASE_URL and DATA_DIR are read from the environment and from .env.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.`;

/** Every command, in the order of its manual. */
function program(): Command {
  const portcullis = new Command('portcullis')
    .description('Accounts, roles, menus and contents: the service and what its operator needs.')
    .version(version)
    .addHelpText('after', manual)
    .configureOutput({
      outputError: (text, write) =>
        write(`${text.trimEnd().replaceAll('\n', ' ').replace(/[.]?$/, '.')} Try --help.\n`),
    })
    .exitOverride()
    .hook('preAction', () => {
      if (existsSync('.env')) loadEnvFile('.env');
    });

  portcullis
    .command('start')
    .description('Serve until told to stop. Migrates first.')
    .option('--workers <count>', 'processes that serve together, on PostgreSQL', workerCount)
    .addHelpText(
      'after',
      examples('portcullis start', 'PORT=8080 DATABASE_URL=postgres://… portcullis start --workers 4'),
    )
    .action(async (options: { workers?: number }) => (await import('./start.ts')).start(options));

  portcullis
    .command('migrate')
    .description('Bring the database up to date.')
    .option('--status', 'only tell which migrations have run')
    .addHelpText('after', examples('DATABASE_URL=postgres://owner@… portcullis migrate', 'portcullis migrate --status'))
    .action(async (options: { status?: true }) => (await import('./migrate.ts')).migrate(options));

  const admin = portcullis.command('admin').description('Accounts of administrators, and lost passwords.');
  const passwordStdin = [
    '--password-stdin',
    'read the password from standard input; else one is made and shown once',
  ] as const;
  admin
    .command('create')
    .description('Open an account that holds ADMIN. Audited.')
    .argument('<username>')
    .requiredOption('--email <address>', 'its e-mail address')
    .option(...passwordStdin)
    .addHelpText(
      'after',
      examples(
        'portcullis admin create ada --email ada@example.com',
        'portcullis admin create ada --email ada@example.com --password-stdin < password-file',
      ),
    )
    .action(async (username: string, options: { email: string; passwordStdin?: true }) =>
      (await import('./admin.ts')).createAdmin(username, options),
    );
  admin
    .command('reset-password')
    .description('Give an account a new password, and end its sessions.')
    .argument('<login>', 'user name or e-mail address, of any account')
    .option(...passwordStdin)
    .addHelpText('after', examples('portcullis admin reset-password ada'))
    .action(async (login: string, options: { passwordStdin?: true }) =>
      (await import('./admin.ts')).resetPassword(login, options),
    );

  portcullis
    .command('seed')
    .description('Data to look at.')
    .command('demo')
    .description('Add 20 users, 60 menus and 200 contents, where they are not there yet.')
    .option(...passwordStdin)
    .addHelpText('after', examples('portcullis seed demo'))
    .action(async (options: { passwordStdin?: true }) => (await import('./seed-demo.ts')).seedDemo(options));

  portcullis
    .command('export')
    .description('Write permissions, menus and roles as one JSON document.')
    .argument('[file]', 'where to; absent: to standard output')
    .addHelpText('after', examples('portcullis export access.json', 'portcullis export | jq .roles'))
    .action(async (file?: string) => (await import('./access-control.ts')).exportTo(file));

  portcullis
    .command('import')
    .summary('Make permissions, menus and roles what such a document says of them.')
    .description(
      'Make permissions, menus and roles what a document says of them, all or nothing. They are known by code and ' +
        'routeName; the links of a role are replaced; what the document does not name stays.',
    )
    .argument('<file>', 'the document; - for standard input')
    .option('--dry-run', 'tell what would change, and whether it would be refused; write nothing')
    .addHelpText('after', examples('portcullis import access.json --dry-run', 'portcullis import - < access.json'))
    .action(async (file: string, options: { dryRun?: true }) =>
      (await import('./access-control.ts')).importFrom(file, options),
    );

  const audit = portcullis.command('audit').description('What becomes of old audit records (docs/operations.md).');
  const before = ['--before <date>', 'a date or moment that is past, in UTC, such as 2026-01-01', pastMoment] as const;
  audit
    .command('export')
    .description(
      'Write the audit records of before a date to standard output, one JSON object a line, the oldest first.',
    )
    .requiredOption(...before)
    .addHelpText('after', examples('portcullis audit export --before 2026-01-01 > audit-before-2026.ndjson'))
    .action(async (options: { before: Date }) => (await import('./audit.ts')).exportAudit(options));
  audit
    .command('remove')
    .description(
      'Remove the months of audit records that had ended by a date, for ever. Only the owner of the tables can.',
    )
    .requiredOption(...before)
    .option('--dry-run', 'tell which; remove nothing')
    .addHelpText(
      'after',
      examples('DATABASE_OWNER_URL=postgres://owner@… portcullis audit remove --before 2026-01-01 --dry-run'),
    )
    .action(async (options: { before: Date; dryRun?: true }) => (await import('./audit.ts')).removeAudit(options));

  return portcullis;
}

const examples = (...lines: readonly string[]): string =>
  ['\nExamples:', ...lines.map((line) => `  $ ${line}`)].join('\n');

function workerCount(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 1 to 99.');
}

function pastMoment(text: string): Date {
  const moment = new Date(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text) ? text : Number.NaN);
  if (moment.getTime() <= Date.now()) return moment;
  throw new InvalidArgumentError('It takes a date that is past, such as 2026-01-01 or 2026-01-01T12:00:00Z.');
}
