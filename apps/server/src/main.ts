import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createLog } from './log.ts';
import { startServer, type RunningServer } from './server.ts';

/** What a person at the terminal needs to know; on standard error, so that standard output stays one JSON line a request. */
function greeting({ url, administratorPassword }: RunningServer, { databaseUrl, dataDir, admin }: Config): string {
  const data = databaseUrl === undefined ? `${resolve(dataDir)} (embedded database, for trying out)` : 'PostgreSQL';
  const account =
    administratorPassword === undefined
      ? []
      : [
          '',
          `  Administrator   ${admin.username}`,
          `  Password        ${administratorPassword}   (shown only this once)`,
        ];
  return [
    '',
    `  Portcullis listens on ${url}`,
    `  Data            ${data}`,
    ...account,
    '',
    '  Try next:',
    `  curl -s ${url}/api/auth/login -H 'Content-Type: application/json' \\`,
    `    -d '{"username":"${admin.username}","password":"${administratorPassword ?? '…'}"}'`,
    '',
    '',
  ].join('\n');
}

async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readConfig(process.env);
  const server = await startServer(config, await createLog(config.logLevel));
  process.stderr.write(greeting(server, config));
  const stop = (): void => {
    void server.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `Portcullis could not start: ${String(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
