import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { apiAt, type Api } from './api.ts';
import { freePort, waitForExit, isRunning, until, type TestHost } from './machine.ts';
import { cpuMs } from './process-tree.ts';

/** One process of the service, which can be restarted at the same URL. */
export interface Server {
  readonly api: Api;
  /** Returns the id of the process that was started last; undefined after that process has ended. */
  readonly pid: () => number | undefined;
  /**
   * @param changed variables that differ from those of the last start
   * @param args options of the command line, by default those of the last start
   */
  readonly start: (changed?: Readonly<Record<string, string>>, args?: readonly string[]) => Promise<void>;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  readonly cpuMs: () => number;
}

const program = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/**
 * Starts the service, and resolves when the service is ready.
 * @param args options of the command line, such as `--workers`
 */
export async function startServer(
  machine: TestHost,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Server> {
  const port = await freePort();
  const api = apiAt(`http://127.0.0.1:${port}`);
  let running: ChildProcess | undefined;
  let variables = environment;
  let currentArgs = args;
  const start = async (
    changed: Readonly<Record<string, string>> = {},
    otherArgs: readonly string[] = currentArgs,
  ): Promise<void> => {
    variables = { ...variables, ...changed };
    currentArgs = otherArgs;
    running = machine.startNode(program, { ...variables, PORT: `${port}` }, currentArgs);
    let said = '';
    running.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    // If the process ends with an error, everything that it wrote to stderr is printed.
    running.once('exit', (code) => void (code && process.stderr.write(`The service ended with ${code}.\n${said}`)));
    const isReady = async () => (await api.get('/health/ready')).status === 200;
    await until('a server is ready', isReady).catch((cause: unknown) => {
      throw new Error(said, { cause });
    });
  };
  await start();
  const pid = (): number | undefined => (running !== undefined && isRunning(running) ? running.pid : undefined);
  return {
    api,
    pid,
    start,
    end: async (signal) => {
      running?.kill(signal);
      if (running !== undefined) await waitForExit(running);
    },
    cpuMs: () => {
      const current = pid();
      return current === undefined ? 0 : cpuMs(current);
    },
  };
}
