import {
  createGuard,
  expressGuard,
  fastifyGuard,
  honoGuard,
  koaGuard,
  nodeGuard,
  type GuardOptions,
} from '@portcullis/guard';
import {
  ConfigError,
  createLog,
  errorMessageFor,
  migrate,
  MissingMigrations,
  readConfig,
  startServer,
  type Config,
  type ResourceModule,
  type RunningServer,
} from '@portcullis/server';
import { labels } from './labels/server/wiring/labels.ts';
import { notices } from './notices.ts';
import { projects } from './projects.ts';

export const modules: readonly ResourceModule[] = [labels, notices, projects];

/** Serves in a program of its own, and migrates with the role that owns the tables. */
export async function embed(command: string | undefined): Promise<RunningServer | readonly string[]> {
  try {
    if (command === 'migrate') return await migrate(readConfig(process.env, { serves: false, modules }), modules);
    const config: Config = readConfig({ ...process.env, PORT: '0' }, { modules });
    const { signal } = new AbortController();
    const server = await startServer(config, await createLog(config), { stopping: signal, modules });
    process.stdout.write(`${server.url} ${server.administratorPassword ?? ''}\n`);
    return server;
  } catch (error) {
    const { text, exitCode } = errorMessageFor(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = error instanceof ConfigError || error instanceof MissingMigrations ? 2 : exitCode;
    throw error;
  }
}

/** The literal types of the permissions of a resource. */
export const mayRead: 'acme.project.read' = projects.permissions.read;

const options: GuardOptions = { url: 'https://id.example.com', maxAge: 5, timeoutMs: 500 };
const guards = { expressGuard, fastifyGuard, honoGuard, koaGuard, nodeGuard };

/** The names of the guards that give a check to their framework. */
export const adapted: readonly string[] = Object.entries(guards)
  .filter(([, guard]) => typeof guard(options).requirePermission(mayRead) === 'function')
  .map(([name]) => name);

/** Decides about a request without a framework. */
export async function decide(authorization: string): Promise<number> {
  const check = createGuard(options).requireOperation('listRoles');
  const outcome = await check({ method: 'GET', authorization, requestId: undefined });
  return outcome.isAllowed ? 200 : outcome.status;
}
