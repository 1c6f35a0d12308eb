import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { createLog, readConfig, startServer } from '@portcullis/server';
import { greetings } from './greetings.ts';

if (existsSync('.env')) loadEnvFile('.env');
const config = readConfig(process.env);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const server = await startServer(config, await createLog(config.logLevel), stopping.signal, [greetings]);
if (server.administratorPassword !== undefined) {
  process.stderr.write(`User ${config.admin.username}, password ${server.administratorPassword}\n`);
}
if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
await server.close();
