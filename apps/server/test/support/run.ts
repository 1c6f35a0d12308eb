import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const maxMs = 300_000;

/** The environment without the settings of npm, which would affect an npm process that a test starts. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/**
 * Runs a program and returns its standard output.
 * @throws {Error} with all its output, if it fails or takes too long.
 */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const said = { stdout: '', stderr: '' };
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...env, ...variables }, timeout: maxMs });
    return stdout;
  } catch (cause) {
    Object.assign(said, cause);
    throw new Error(`${program} ${args.join(' ')} failed.\n${said.stdout}${said.stderr}`, { cause });
  }
}
