import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp, createHttpServer, Gate, mount, type Route } from '@portcullis/adapters-http';
import { openDatabase, type Database } from '@portcullis/adapters-persistence';
import { EnsureAdministrator } from '@portcullis/application';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { buildContainer } from './container.ts';
import { openCounters } from './counters.ts';
import { bodyLimits } from './limits.ts';
import { logRequest } from './log.ts';
import { openMarkdown } from './markdown.ts';
import { valueOf } from './provide.ts';
import { routesOf } from './routes.ts';
import { randomPassword } from './secrets.ts';
import { closeServer } from './shutdown.ts';
import * as t from './tokens.ts';

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly database: Database;
  /** What it answers. */
  readonly routes: readonly Route[];
  /** The first administrator's password, when this start made the account and nobody chose one. */
  readonly administratorPassword: string | undefined;
  /** Answers the requests that are in flight, then lets go of everything. */
  readonly close: () => Promise<void>;
}

/** Opens the database, migrates it, makes the first administrator and listens. Undoes what it began when a step fails. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    const failed: unknown[] = [];
    for (const step of closing.splice(0).toReversed()) await step().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) log.error({ err: failed[0] }, 'Something could not be closed.');
  };
  try {
    const { databaseUrl, databasePoolSize, dataDir } = config;
    const database = await openDatabase({ url: databaseUrl, directory: dataDir, poolSize: databasePoolSize });
    closing.push(database.close);
    const { counters, disconnect } = await openCounters(config, database);
    closing.push(disconnect);
    const { markdown, endRendering } = openMarkdown(config);
    closing.push(endRendering);
    const container = buildContainer({ config, database, counters, markdown });
    const administratorPassword = await ensureAdministrator(container.get(EnsureAdministrator), config);
    const gate = new Gate(valueOf(container, t.ACCESS_TOKENS), valueOf(container, t.ACCESS_VIEWS));
    const limits = valueOf(container, t.RATE_LIMITS);
    const routes = routesOf(container, config);
    const router = mount(routes, { gate, limits, bodyLimits });
    const app = createApp({
      router,
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      log: logRequest(log),
    });
    app.on('error', (error: unknown) => log.error({ err: error }, 'An answer could not be sent.'));
    const server = createHttpServer(app.callback());
    server.listen(config.port, config.host);
    await once(server, 'listening');
    closing.push(() => closeServer(server));
    return { url: urlOf(server.address()), database, routes, administratorPassword, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ensureAdministrator(
  ensure: EnsureAdministrator,
  { admin: { username, email, password } }: Config,
): Promise<string | undefined> {
  const chosen = password ?? randomPassword();
  const made = await ensure.execute({ username, email, password: chosen });
  return made && password === undefined ? chosen : undefined;
}

function urlOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
