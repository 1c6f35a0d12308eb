import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * npm passes its settings to child processes as environment variables. They are removed, so that a nested npm does not
 * use them.
 */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/**
 * The registry in the npm settings of this machine. The commands use it instead of the registry in the `.npmrc` of a
 * front end, because that registry may be slow.
 */
const registry =
  process.env['npm_config_registry'] ??
  execFileSync('npm', ['config', 'get', 'registry'], { cwd: tmpdir(), encoding: 'utf8' }).trim();

const variables = {
  ...inherited,
  CI: 'true',
  NO_COLOR: '1',
  npm_config_registry: registry,
  pnpm_config_registry: registry,
  NPM_CONFIG_REGISTRY: registry,
};

/** A directory in which commands run, and a log file to which their output is written. */
export interface CommandContext {
  readonly directory: string;
  readonly logFile: string;
}

/**
 * Runs a command until it ends, and appends its output to the log file.
 * @param input text for its standard input
 * @returns everything that it printed
 * @throws {Error} with the last part of the output, if the command fails
 */
export async function run(
  { directory, logFile }: CommandContext,
  command: readonly [string, ...string[]],
  input = '',
): Promise<string> {
  const [program, ...args] = command;
  const log = createWriteStream(logFile, { flags: 'a' });
  log.write(`$ ${command.join(' ')}\n`);
  const child = spawn(program, args, { cwd: directory, env: variables });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
    log.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // A program may end without reading its input. Writing then fails, and the exit code tells whether the program failed.
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  log.end();
  await finished(log);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.slice(-4000)}`);
  return output;
}

/** Runs the pnpm version with which soybean-admin is tested. */
export const pnpm = (workshop: CommandContext, ...args: readonly string[]): Promise<string> =>
  run(workshop, ['npx', '-y', 'pnpm@12.21.0', ...args]);

/** The root of this repository, relative to the compiled file. */
export const root = join(import.meta.dirname, '../../../../..');
