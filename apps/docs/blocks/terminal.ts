import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string>>;

/** A process of bash with the output that it has written until now. */
interface Shell {
  readonly child: ChildProcess;
  output: string;
}

/** The environment without the settings of npm and of the test runner. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_|^INIT_CWD/.test(name)),
);

const scripts = mkdtempSync(join(tmpdir(), 'portcullis-blocks-'));
let scriptCount = 0;

/** Writes a script to a file of its own. @returns its path */
function scriptOf(text: string): string {
  const file = join(scripts, `${++scriptCount}.sh`);
  writeFileSync(file, text);
  return file;
}

function startBash(cwd: string, variables: Variables, args: readonly string[] = []): Shell {
  const child = spawn('bash', ['--noprofile', '--norc', ...args], {
    cwd,
    env: { ...inherited, ...variables },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const shell: Shell = { child, output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (shell.output += text));
  return shell;
}

/** Waits until a shell has written a text. @throws {Error} with its output if it ends earlier or takes too long */
async function written(shell: Shell, text: string, maxMs: number): Promise<void> {
  const end = Date.now() + maxMs;
  while (!shell.output.includes(text)) {
    const { exitCode, signalCode } = shell.child;
    if (exitCode !== null || signalCode !== null) throw new Error(`The commands failed:\n${shell.output}`);
    if (Date.now() > end) throw new Error(`The commands took more than ${maxMs / 1000} s:\n${shell.output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends a signal to a process and to all that it has started. */
function signal({ child }: Shell, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, name);
}

/** A terminal in which somebody types the commands of a page, one block after another. */
export class Terminal {
  readonly #prelude: string;
  readonly #shell: Shell;
  #running: Shell | undefined;
  /** The folder in which the next command runs. */
  cwd: string;

  /** @param prelude commands that run first, such as functions that blocks use */
  constructor(cwd: string, variables: Variables, prelude: string) {
    this.cwd = cwd;
    this.#prelude = prelude;
    this.#shell = startBash(cwd, variables);
    this.#shell.child.stdin?.write(`${prelude}\n`);
  }

  /**
   * Runs commands to their end. The folder and the variables stay for the next commands.
   * @returns what they have written
   * @throws {Error} with their output if one of them fails
   */
  async run(commands: string, maxMs: number): Promise<string> {
    await this.interrupt();
    const mark = `end of block ${scriptCount + 1}:`;
    this.#shell.output = '';
    const script = scriptOf(`${commands}\nprintf '\\n%s%s\\n' '${mark}' "$PWD"\n`);
    this.#shell.child.stdin?.write(`set -euo pipefail; . '${script}' </dev/null; set +euo pipefail\n`);
    await written(this.#shell, mark, maxMs);
    const [output = '', folder = ''] = this.#shell.output.split(`\n${mark}`);
    this.cwd = folder.trim();
    return output;
  }

  /** Runs commands, of which the last line goes on. @param until what it writes when it is ready */
  async start(commands: string, until: string, maxMs: number): Promise<string> {
    const lines = commands.trimEnd().split('\n');
    const last = lines.pop() ?? '';
    const before = await this.run(lines.join('\n'), maxMs);
    const encoded = await this.run('env -0 | base64 --wrap=0', maxMs);
    const entries = Buffer.from(encoded.trim(), 'base64').toString().split('\0').filter(Boolean);
    const exported = entries.map((entry) => [entry.replace(/=[\s\S]*/, ''), entry.replace(/^[^=]*=/, '')] as const);
    const script = scriptOf(`${this.#prelude}\n${last}\n`);
    this.#running = startBash(this.cwd, Object.fromEntries(exported), ['-euo', 'pipefail', script]);
    await written(this.#running, until, maxMs);
    return before + this.#running.output;
  }

  /** The text that the commands in the background have written until now. */
  get log(): string {
    return this.#running?.output ?? '';
  }

  /** Ends the commands in the background, as Ctrl+C does. */
  async interrupt(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined || running.child.exitCode !== null || running.child.signalCode !== null) return;
    const ended = once(running.child, 'close');
    signal(running, 'SIGINT');
    const killed = setTimeout(() => signal(running, 'SIGKILL'), 20_000);
    await ended;
    clearTimeout(killed);
  }

  /** Ends everything. */
  async close(): Promise<void> {
    await this.interrupt();
    signal(this.#shell, 'SIGKILL');
  }
}
