import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../config/version.ts';
import { examples } from './help.ts';
import type { ExitCode } from './command-failure.ts';
import { addKeyCommands } from './key-commands.ts';
import { lazily } from './lazily.ts';
import { addMediaCommands } from './media-commands.ts';
import { addExportCommands, addImportCommands, withImportOptions } from './moving-commands.ts';
import type { ExportEntriesOptions, ImportEntriesOptions } from './move-entries.ts';
import type { PlanOptions } from './plan-migration.ts';
import { addAuditCommands, addEventCommands } from './record-commands.ts';
import { outliveOutput, processTerminal, type Terminal } from './terminal.ts';

/** Runs the command line, prints its output, and returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal = processTerminal): Promise<ExitCode> {
  // Databases, uploaded files, keys and exports are readable only by the user of the process.
  process.umask(0o077);
  const requireWritten = outliveOutput(terminal);
  try {
    await program(terminal, await helpFor(args)).parseAsync(args, { from: 'user' });
    requireWritten();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // `command-failure.ts` and the code of each command are loaded on demand, so that the program starts quickly.
    const { errorMessageFor } = await import('./command-failure.ts');
    const { text, exitCode } = errorMessageFor(error, terminal.env);
    terminal.stderr.write(`${text}\n`);
    return exitCode;
  }
}

const manual = `
Examples:
  $ portcullis start
  $ portcullis seed demo
  $ portcullis admin create ada --email ada@example.com
  $ portcullis export > access.json

Each command explains its options: portcullis import --help.
Variables such as DATABASE_URL and DATA_DIR are read from the environment and from .env: portcullis start --help.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.`;

/** Returns the section on variables, which is loaded only if help is requested, so that the program starts quickly. */
async function helpFor(args: readonly string[]): Promise<string> {
  if (!args.some((arg) => /^(?:help|-h|--help)$/.test(arg))) return '';
  const [{ variablesHelp }, { loadModules }] = await Promise.all([import('./help.ts'), import('./load-modules.ts')]);
  const index = args.indexOf('--modules');
  return variablesHelp(await loadModules(index < 0 ? undefined : args[index + 1]));
}

const modulesOption = ['--modules <file>', 'file that exports `modules`, a list of modules of your own'] as const;

/** Returns the command `portcullis` with its subcommands, in the order in which --help lists them. */
function program(terminal: Terminal, variablesHelp: string): Command {
  const portcullis = new Command('portcullis')
    .description('A service for accounts, roles, menus and contents, and the commands of its operator.')
    .version(version)
    .addHelpText('after', manual)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => (terminal.stdout.isTTY === true ? process.stdout.columns : 80),
      outputError: (text, write) =>
        write(`${text.trimEnd().replaceAll('\n', ' ').replace(/[.]?$/, '.')} Try --help.\n`),
    })
    .exitOverride()
    // Options belong to the command before them; otherwise `import` would take those of `import users`, such as --dry-run.
    .enablePositionalOptions()
    .hook('preAction', () => terminal.loadEnvFile());

  portcullis
    .command('start')
    .description('Migrate the database, then serve until SIGTERM or SIGINT.')
    .option('--workers <count>', 'number of processes that share the port; needs PostgreSQL', workerCount)
    .option(...modulesOption)
    .addHelpText(
      'after',
      examples(
        'portcullis start',
        'PORT=8080 DATABASE_URL=postgres://… portcullis start --workers 4',
        'portcullis start --modules ./modules.js',
      ),
    )
    .addHelpText('after', variablesHelp)
    .action(async (options: { workers?: number; modules?: string }) => (await import('./start.ts')).start(options));

  portcullis
    .command('migrate')
    .description('Run the pending migrations of the database.')
    .addOption(new Option('--status', 'only list which migrations have run').conflicts('plan'))
    .option('--plan', 'only print the statements after which the tables have what your modules declare')
    // Without --plan, these options would run the pending migrations.
    .addOption(
      new Option('--write <folder>', 'with --plan: write these statements as a migration').implies({ plan: true }),
    )
    .addOption(new Option('--allow', 'with --write: also write statements that are marked').implies({ plan: true }))
    .option(...modulesOption)
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://owner@… portcullis migrate',
        'portcullis migrate --status',
        'portcullis migrate --plan --write src/migrations --modules ./modules.js',
      ),
    )
    .action(async ({ plan, ...options }: { status?: true; plan?: true } & PlanOptions) =>
      plan === true
        ? (await import('./plan-migration.ts')).planMigration(terminal, options)
        : (await import('./migrate.ts')).runMigrations(terminal, options),
    );

  portcullis
    .command('doctor')
    .summary('Check this installation.')
    .description(
      'Check the configuration, and everything that it names: database, keys, disk, replicas, mail, addresses. Changes ' +
        'nothing. A failed check makes the exit code 1; warnings do not.',
    )
    .option('--json', 'print the findings as JSON')
    .option('--mail <address>', 'also send a test message to this e-mail address')
    .option(...modulesOption)
    .addHelpText(
      'after',
      examples('portcullis doctor', 'portcullis doctor --mail ada@example.com', 'portcullis doctor --json'),
    )
    .action(lazily(terminal, async () => (await import('./doctor.ts')).examine));

  portcullis
    .command('openapi')
    .description('Print the API document.')
    .option(...modulesOption)
    .addHelpText('after', examples('portcullis openapi --modules ./modules.js > openapi.json'))
    .action(lazily(terminal, async () => (await import('./openapi.ts')).printDocument));

  portcullis
    .command('client-types')
    .description('Print the types of the API for the typed client.')
    .option(...modulesOption)
    .addHelpText('after', examples('portcullis client-types --modules ./modules.js > types.d.ts'))
    .action(lazily(terminal, async () => (await import('./openapi.ts')).printClientTypes));

  const add = portcullis.command('add').description('Add a resource or fields to a project of create-portcullis.');
  const projectModules = ['--modules <file>', 'compiled file that exports `modules`', './dist/src/modules.js'] as const;
  add
    .command('resource')
    .description('Write the module of a resource, the migration that creates its table, and its test.')
    .argument('<name>', 'a noun in the singular, such as invoice or acme.invoice')
    .argument(
      '<fields...>',
      'such as number:text! due:date amount:decimal customer:ref:acme.customer; ! means required',
    )
    .option(...projectModules)
    .addHelpText('after', examples('portcullis add resource invoice number:text! due:date amount:decimal'))
    .action(lazily(terminal, async () => (await import('./add.ts')).addResource));
  add
    .command('field')
    .description('Add fields to a resource, with a migration and a test.')
    .argument('<resource>', 'its name, such as invoice')
    .argument('<fields...>', 'such as note:text')
    .option(...projectModules)
    .addHelpText('after', examples('portcullis add field invoice note:text state:choice:open,paid'))
    .action(lazily(terminal, async () => (await import('./add.ts')).addFields));

  portcullis
    .command('mcp')
    .summary('Let an assistant on this machine use a service.')
    .description(
      'Speak the Model Context Protocol on standard input and output. The assistant can do what the API key in ' +
        'PORTCULLIS_KEY may do. The service needs no MCP=on for it.',
    )
    .requiredOption('--url <url>', 'address of the service')
    .addHelpText('after', examples('PORTCULLIS_KEY=ptc_… portcullis mcp --url https://api.example.com'))
    .action(lazily(terminal, async () => (await import('./mcp.ts')).serveAssistant));

  const admin = portcullis
    .command('admin')
    .description('Create administrators, and reset lost passwords and second factors.');
  const passwordStdin = [
    '--password-stdin',
    'read the password from standard input; otherwise one is generated and shown once',
  ] as const;
  admin
    .command('create')
    .description('Create an account with the role ADMIN. Writes an audit record.')
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
    .action(lazily(terminal, async () => (await import('./admin.ts')).createAdmin));
  admin
    .command('reset-password')
    .description('Set a new password for an account, and end its sessions.')
    .argument('<login>', 'user name or e-mail address of any account')
    .option(...passwordStdin)
    .addHelpText('after', examples('portcullis admin reset-password ada'))
    .action(lazily(terminal, async () => (await import('./admin.ts')).resetPassword));
  admin
    .command('reset-factors')
    .description('Remove the second factors of an account whose user has lost them.')
    .argument('<login>', 'user name or e-mail address of any account')
    .addHelpText('after', examples('portcullis admin reset-factors ada'))
    .action(lazily(terminal, async () => (await import('./admin.ts')).removeFactors));

  addKeyCommands(portcullis, terminal);

  const secrets = portcullis.command('secrets').description('Manage the keys that encrypt stored secrets.');
  secrets
    .command('status')
    .summary('Show what each key still decrypts.')
    .description(
      'Show for each key of SECRETS_KEY which webhooks, authenticator apps and waiting mails it still decrypts, and when ' +
        'the oldest session began. A key that decrypts nothing can be removed.',
    )
    .addHelpText('after', examples('portcullis secrets status'))
    .action(lazily(terminal, async () => (await import('./secrets.ts')).showKeyUse));
  secrets
    .command('re-encrypt')
    .summary('Encrypt all stored secrets with the first key.')
    .description(
      'Encrypt with the first key of SECRETS_KEY all secrets of webhooks, authenticator apps and mails that another key ' +
        'has encrypted. Run it after all processes were restarted with this order of keys. The service can run meanwhile. ' +
        'If the command is interrupted, run it again. Afterwards, the other keys can be removed.',
    )
    .option('--dry-run', 'only decrypt and count the secrets')
    .addHelpText('after', examples('portcullis secrets re-encrypt --dry-run', 'portcullis secrets re-encrypt'))
    .action(lazily(terminal, async () => (await import('./secrets.ts')).reencrypt));
  secrets
    .command('accept-loss')
    .summary('Let the service start without a key that is lost.')
    .description(
      'Let the service start although the database has secrets that no configured key can decrypt. Run it only if ' +
        'the key is lost: these secrets have to be replaced.',
    )
    .addHelpText('after', examples('portcullis secrets accept-loss'))
    .action(lazily(terminal, async () => (await import('./secrets.ts')).acceptLoss));

  const seed = portcullis.command('seed').description('Add sample data, or roles that are ready to use.');
  seed
    .command('demo')
    .description('Add 20 users, 55 menus and 206 contents, unless they exist.')
    .option(...passwordStdin)
    .addHelpText('after', examples('portcullis seed demo'))
    .action(lazily(terminal, async () => (await import('./seed-demo.ts')).seedDemo));
  seed
    .command('roles')
    .description('Add the roles Author, Publisher and Section editor, unless they exist.')
    .addHelpText('after', examples('portcullis seed roles'))
    .action(lazily(terminal, async () => (await import('./seed-roles.ts')).seedRoles));

  seed
    .command('modules')
    .description('Add the sample data of your own modules.')
    .requiredOption(...modulesOption)
    .addHelpText('after', examples('portcullis seed modules --modules ./modules.js'))
    .action(lazily(terminal, async () => (await import('./seed-modules.ts')).seedOwn));

  portcullis
    .command('run')
    .summary('Run a command of your own modules.')
    .description('Run a command of your own modules, or list their commands.')
    .argument('[command]', 'name of the command, such as acme.closeProjects')
    .argument('[arguments...]', 'arguments of the command')
    .requiredOption(...modulesOption)
    .addHelpText(
      'after',
      examples('portcullis run --modules ./modules.js', 'portcullis run acme.closeProjects --modules ./modules.js'),
    )
    .action(lazily(terminal, async () => (await import('./run-own.ts')).runOwn));

  const exportCommand = portcullis
    .command('export')
    .enablePositionalOptions()
    .description(
      'Write permissions, menus, roles, attributes of users and protected routes as one JSON document, or the entries ' +
        'of a resource of your own.',
    )
    .argument('[file]', 'file to write, or the name of a resource; default: standard output')
    .argument('[entries]', 'new file for the entries of the resource, whose name ends in .csv, .ndjson or .jsonl')
    .option(...modulesOption)
    .addHelpText(
      'after',
      examples(
        'portcullis export access.json',
        'portcullis export | jq .roles',
        'portcullis export acme.label labels.csv --modules ./modules.js',
      ),
    )
    .action(async (file: string | undefined, entries: string | undefined, options: ExportEntriesOptions) => {
      if (file === undefined || entries === undefined)
        return (await import('./access-control.ts')).exportTo(terminal, file);
      return (await import('./move-entries.ts')).exportEntriesTo(terminal, file, entries, options);
    });
  addExportCommands(exportCommand, terminal);

  const importCommand = withImportOptions(portcullis.command('import'))
    .enablePositionalOptions()
    .summary('Apply an exported document, or import entries.')
    .description(
      'Apply a document to permissions, menus, roles, attributes of users and protected routes, all of it or nothing. ' +
        'Entries are identified by code, routeName, name or path; the permissions and menus of a role are replaced, and so ' +
        'are the routes of a path; entries that the document does not name stay. With the name of a resource of your own, ' +
        'create and change its entries.',
    )
    .argument('<file>', 'file to read, or the name of a resource; - for standard input')
    .argument('[entries]', 'file with entries of the resource, whose name ends in .csv, .ndjson or .jsonl')
    .option('--by <field>', 'field that names the entry of a row: id, or a unique field', 'id')
    .option(...modulesOption)
    .option(
      '--dry-run',
      'list the changes and who would gain or lose access, or why the document is refused, without writing anything',
    )
    .addHelpText(
      'after',
      examples(
        'portcullis import access.json --dry-run',
        'portcullis import - < access.json',
        'portcullis import acme.label labels.csv --by name --modules ./modules.js',
      ),
    )
    .action(async (file: string, entries: string | undefined, options: ImportEntriesOptions) =>
      entries === undefined
        ? (await import('./access-control.ts')).importFrom(terminal, file, options)
        : (await import('./move-entries.ts')).importEntriesFrom(terminal, file, entries, options),
    );
  addImportCommands(importCommand, terminal);

  portcullis
    .command('restore')
    .summary('Add the built-in menus or permissions that were deleted.')
    .description(
      'Add the built-in menus or permissions that were deleted, and give them to the built-in roles that had them. ' +
        'Everything that exists stays as it is.',
    )
    .addArgument(new Argument('<list>', 'what to restore').choices(['menus', 'permissions']))
    .option('--dry-run', 'list what is missing without writing anything')
    .addHelpText('after', examples('portcullis restore menus --dry-run', 'portcullis restore permissions'))
    .action(lazily(terminal, async () => (await import('./restore.ts')).restore));

  addMediaCommands(portcullis, terminal);
  addAuditCommands(portcullis, terminal);
  addEventCommands(portcullis, terminal);

  return portcullis;
}

function workerCount(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 1 to 99.');
}
