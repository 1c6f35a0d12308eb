import type { Server } from 'node:http';
import { jsonDecoder } from '@portcullis/adapters-http/internal/body/json-decoder';
import { formReceiver } from '@portcullis/adapters-http/internal/body/receive-form';
import { admission } from '@portcullis/adapters-http/internal/server/admission';
import { Authenticator } from '@portcullis/adapters-http/internal/checks/authenticator';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import { serveAgents, type AgentOptions } from '@portcullis/adapters-http/internal/server/agents';
import { createApp } from '@portcullis/adapters-http/internal/server/app';
import { createHttpServer } from '@portcullis/adapters-http/internal/server/http-server';
import { mount } from '@portcullis/adapters-http/internal/server/mount';
import type { SiteOptions } from '@portcullis/adapters-http/internal/server/site';
import { readSite, withFiles } from '@portcullis/adapters-http/internal/server/site-files';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { consoleSite } from '../config/directories.ts';
import { bodyLimits, largeResponseLimits, mcpAtOnce, mcpBodyLimits, mcpLimit } from '../config/limits.ts';
import { version } from '../config/version.ts';
import { logBrokenResponse } from '../observability/log-broken-response.ts';
import { requestObserver } from '../observability/log.ts';
import type { CloseSteps, ServiceState } from '../process/shutdown.ts';
import { brandFiles } from './console-brand.ts';
import { readConsoleScripts } from './console-scripts.ts';
import type { OpenServices } from './open-services.ts';
import type { ResourceModule } from './resource-module.ts';

/** The routes and the console modules that the HTTP server of a process serves, and the services that they use. */
interface Served {
  readonly opened: OpenServices;
  readonly routes: readonly Route[];
  readonly modules: readonly ResourceModule[];
  readonly state: ServiceState;
}

/**
 * Creates the HTTP server for the routes and the console. The server does not listen yet.
 * @param closing gets the step that ends the threads of the server
 */
export async function buildHttpServer(
  config: Config,
  log: Logger,
  { opened: { services, hasher, figures, metrics }, routes, modules, state }: Served,
  closing: CloseSteps,
): Promise<Server> {
  const authenticator = new Authenticator(services);
  const decoder = jsonDecoder();
  closing.push(decoder.close);
  const admit = admission({ reads: config.maxReads, writes: config.maxWrites });
  const router = mount(routes, {
    authenticator,
    limits: services.rateLimits,
    visitorViews: services.visitorViews,
    bodyLimits,
    decoder,
    receiveForm: formReceiver(config.mediaMaxBytes),
    admit,
    state,
    requiresIfMatch: config.requireIfMatch,
    stepUpMaxAge: config.stepUpMaxAge,
    largeResponses: largeResponseLimits,
    idempotency: {
      runOnce: services.runOnce,
      bodySecrets: services.keys().bodySecrets,
    },
    admitPassword: async () => hasher.refuseWhenFull(),
  });
  const observe = requestObserver(log, figures.count, metrics?.countRequest);
  const serve = await mcpOf(config, log);
  const agents: AgentOptions | undefined = serve && {
    serve,
    authenticator,
    admit,
    limits: services.rateLimits,
    limit: mcpLimit(config.mcpPerMinute),
    bodyLimits: mcpBodyLimits,
    atOnce: mcpAtOnce,
    corsOrigins: config.corsOrigins,
    state,
    server: () => server,
  };
  const app = createApp({
    router,
    agents: agents && serveAgents(agents),
    site: { version, console: await consoleOf(config, log, modules), mediaOrigin: config.mediaOrigin },
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    log: observe,
    state,
  });
  app.on('error', logBrokenResponse(log));
  const server = createHttpServer(app.callback(), observe);
  return server;
}

/** Returns what speaks the protocol of assistants. Its libraries are loaded only if it is on. */
async function mcpOf({ mcp }: Config, log: Logger): Promise<AgentOptions['serve'] | undefined> {
  if (mcp === 'off') return undefined;
  const { mcpEndpoint } = await import('@portcullis/mcp');
  return mcpEndpoint({ version, onError: (error) => log.info({ err: error }, 'a request of an assistant failed') });
}

async function consoleOf(
  config: Config,
  log: Logger,
  modules: readonly ResourceModule[],
): Promise<SiteOptions['console']> {
  if (!config.console) return 'off';
  const scripts = await readConsoleScripts(modules);
  const site = await readSite(consoleSite());
  if (site === undefined) log.warn('The console has not been built: run npm run build, or set CONSOLE to false.');
  if (site === undefined) return undefined;
  return withFiles(site, new Map([...scripts, ...(await brandFiles(site, config))]));
}
