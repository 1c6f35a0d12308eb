import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import { createLog } from '../observability/log.ts';
import { greeting } from './greeting.ts';
import { loadModules } from './load-modules.ts';
import { aborted, stopSignal } from '../process/shutdown.ts';
import { checkTracingVariables } from '../config/tracing-variables.ts';
import { startTracing } from '../observability/tracing.ts';

export interface StartOptions {
  /** Number of processes that share the port. */
  readonly workers?: number;
  /** The file with modules of your own. */
  readonly modules?: string;
}

/** Serves until SIGTERM or SIGINT. A second signal ends the process immediately. */
export async function start({ workers = 1, modules: file }: StartOptions): Promise<void> {
  const isSupervisor = workers > 1 && cluster.isPrimary;
  checkTracingVariables(process.env);
  // Tracing starts before the modules that it instruments are loaded, because loaded modules cannot be instrumented.
  const endTracing = await startTracing(isSupervisor ? {} : process.env);
  const { readConfig } = await import('../config/config.ts');
  const modules = await loadModules(file);
  const config = readConfig(process.env, { modules });
  const stopping = stopSignal(config.shutdownGraceMs);
  try {
    if (isSupervisor) process.exit(await supervise(workers, config, stopping));
    const { startServer } = await import('../server.ts');
    const log = await createLog(config);
    const server = await startServer(config, log, { stopping, modules });
    process.stderr.write(greeting(server, config));
    await aborted(stopping);
    log.info('stopping');
    await server.close();
    log.info('stopped');
    await endTracing();
    process.exit(0);
  } catch (error) {
    // An aborted start is not a failure, because SIGTERM or SIGINT has aborted it.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
}

/** Starts and replaces the worker processes. It loads no module that only workers need. Returns the exit code. */
async function supervise(workers: number, config: Config, stopping: AbortSignal): Promise<number> {
  const log = await createLog(config);
  const { runWorkers } = await import('../process/workers.ts');
  return runWorkers(workers, { config, stopping, log });
}
