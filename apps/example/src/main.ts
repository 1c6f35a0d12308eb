import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { createLog, errorMessageFor, migrate, readConfig, startServer } from '@portcullis/server';
import { greetings } from './greetings.ts';

const modules = [greetings];

/** Runs the pending migrations of the service and of `modules`. */
async function runMigrations(): Promise<void> {
  for (const name of await migrate(readConfig(process.env, { serves: false }), modules)) console.log(`done ${name}`);
}

/** Serves until SIGINT or SIGTERM. */
async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const server = await startServer(config, await createLog(config), { stopping: stopping.signal, modules });
  if (server.administratorPassword !== undefined) {
    process.stderr.write(`User ${config.adminUsername}, password ${server.administratorPassword}\n`);
  }
  if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  await server.close();
}

if (existsSync('.env')) loadEnvFile('.env');
try {
  await (process.argv[2] === 'migrate' ? runMigrations() : serve());
} catch (error) {
  // An aborted start is not a failure, because SIGINT or SIGTERM has aborted it.
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  const { text, exitCode } = errorMessageFor(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = exitCode;
}
