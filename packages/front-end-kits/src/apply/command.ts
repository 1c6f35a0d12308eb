import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { diffOf } from './diff.ts';
import { outcomeOf, type Change, type ChangedFile } from './plan.ts';

/** A front end that a command can change. */
export interface Target {
  /** The name of the command, such as `portcullis-soybean`. */
  readonly command: string;
  /** The `name` in the front end's package.json. */
  readonly name: string;
  /** The values of `version` in the front end's package.json for which the plan was made. */
  readonly versions: readonly string[];
  /** Whether the changed front end imports this package and `@portcullis/client`. */
  readonly needsPackages: boolean;
  /** @param serviceUrl the URL of the service, without `/api` */
  readonly plan: (serviceUrl: string) => readonly Change[];
}

const usage = (command: string): string =>
  `Usage: ${command} apply DIRECTORY [--service URL] [--dry-run] [--yes]

Changes a clean checkout of the front end in DIRECTORY so that it works with Portcullis.
It prints the difference first and asks. Nothing is written unless every place is as expected.

  --service URL  the address of the service (default http://127.0.0.1:3000)
  --dry-run      print the difference only
  --yes          do not ask
  --help         print this text
`;

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/**
 * Returns the reason why the plan cannot be applied to the directory, or undefined if the directory has a supported
 * version.
 */
function refusal({ name, versions }: Target, directory: string): string | undefined {
  const manifest = read(join(directory, 'package.json'));
  if (manifest === undefined) return `${directory} has no package.json.`;
  const found: { readonly name?: unknown; readonly version?: unknown } = JSON.parse(manifest);
  if (found.name !== name) return `${directory} is not ${name}, but ${String(found.name)}.`;
  if (versions.some((version) => version === found.version)) return undefined;
  return `${name} ${String(found.version)} is not known, only ${versions.join(', ')}.`;
}

function write(directory: string, { file, after }: ChangedFile): void {
  const path = join(directory, file);
  if (after === undefined) return rmSync(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, after);
}

async function isConfirmed(files: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Without this promise, the function would wait forever if the input ended before an answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`Change ${files} files? [y/N] `), ended]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Warns about each package that the changed front end imports and that is not installed in the directory. */
function warnWithoutPackages(directory: string): void {
  for (const name of ['@portcullis/client', '@portcullis/front-end-kits'])
    if (!existsSync(join(directory, 'node_modules', name, 'package.json')))
      process.stderr.write(`${name} is not installed in ${directory}. The front end needs it: pnpm add PACKAGE.tgz\n`);
}

function fail(message: string): 1 {
  process.stderr.write(`${message}\nNothing was changed.\n`);
  return 1;
}

/** Returns the parsed arguments, `help` if the usage is requested, or undefined if the arguments are wrong. */
function argumentsOf(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        service: { type: 'string' },
        'dry-run': { type: 'boolean' },
        yes: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return 'help';
    const [verb, directory, ...rest] = positionals;
    const { service = 'http://127.0.0.1:3000', 'dry-run': isDryRun = false, yes = false } = values;
    if (verb !== 'apply' || directory === undefined || rest.length > 0 || !URL.canParse(service)) return undefined;
    return { directory, service, isDryRun, needsConfirmation: !yes };
  } catch {
    // `parseArgs` throws for an unknown option.
    return undefined;
  }
}

/**
 * Runs a command such as `portcullis-soybean apply DIRECTORY`.
 * @returns the exit code: 0 for success, also after `--help` or `--dry-run` and if everything is applied already; 1 if
 * the changes cannot be made or are not confirmed; 2 for wrong arguments
 */
export async function runApply(target: Target, args: readonly string[]): Promise<0 | 1 | 2> {
  const parsed = argumentsOf(args);
  if (parsed === 'help') {
    process.stdout.write(usage(target.command));
    return 0;
  }
  if (parsed === undefined) {
    process.stderr.write(usage(target.command));
    return 2;
  }
  const { directory, service, isDryRun, needsConfirmation } = parsed;
  if (!existsSync(directory) || !statSync(directory).isDirectory()) return fail(`${directory} is not a directory.`);
  const reason = refusal(target, directory);
  if (reason !== undefined) return fail(reason);
  const outcome = outcomeOf(target.plan(service.replace(/\/+$/, '')), (file) => read(join(directory, file)));
  if (!outcome.fits) return fail(outcome.misfits.join('\n'));
  if (outcome.changed.length === 0) {
    process.stdout.write('Everything is applied already.\n');
    if (target.needsPackages) warnWithoutPackages(directory);
    return 0;
  }
  for (const changed of outcome.changed) process.stdout.write(diffOf(changed));
  if (isDryRun) return 0;
  if (needsConfirmation && !(await isConfirmed(outcome.changed.length))) return fail('Not confirmed.');
  for (const changed of outcome.changed) write(directory, changed);
  process.stdout.write(`${outcome.changed.length} files changed.\n`);
  if (target.needsPackages) warnWithoutPackages(directory);
  return 0;
}
