import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { RunningServer } from '../server.ts';

/** One line of the greeting. */
type Row = readonly [label: string, text: string];

const isInstalled = import.meta.url.includes('/node_modules/');

/**
 * The command that the operator types: `portcullis` if npm did not start the service, otherwise `npx portcullis` in a
 * project in which the package is installed, and `npm run …` in a clone of the repository.
 */
const commandLine =
  process.env['npm_lifecycle_event'] === undefined
    ? 'portcullis'
    : isInstalled
      ? 'npx portcullis'
      : 'npm run -s portcullis --';

/**
 * Returns the greeting that is printed when the service is ready. It is printed to standard error, because standard
 * output is the log, which must not contain the password.
 */
export function greeting(
  server: Omit<RunningServer, 'database' | 'routes' | 'close'>,
  {
    databaseUrl,
    dataDir,
    adminUsername,
    console,
    publicUrl,
  }: Pick<Config, 'databaseUrl' | 'dataDir' | 'adminUsername' | 'console' | 'publicUrl'>,
): string {
  const { url, setupToken, hasDemoData } = server;
  const isEmbedded = databaseUrl === undefined;
  const rows: readonly Row[] = [
    // Browsers refuse passkeys at an IP address, also at this one.
    ...consoleRows(publicUrl ?? url.replace('//127.0.0.1:', '//localhost:'), console, setupToken),
    ['API reference', `${url}/api/docs`],
    ['Data', isEmbedded ? `${resolve(dataDir)} (embedded database, for trying out)` : 'PostgreSQL'],
    ...accountRows(server, adminUsername, isEmbedded),
    ...(hasDemoData ? [] : [demoRow(isEmbedded, console && setupToken !== undefined)]),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `  ${label.padEnd(width)}   ${text}`);
  return ['', `  Portcullis listens on ${url}`, '', ...lines, '', ''].join('\n');
}

const consoleRows = (url: string, isServed: boolean, setupToken: string | undefined): readonly Row[] => {
  if (!isServed) return [];
  const page = `${url}/admin/`;
  return setupToken === undefined
    ? [['Console', page]]
    : [['Set up', `${page}#setup=${setupToken}   (works once, for 30 minutes)`]];
};

/**
 * Returns the words before a command. Only one process at a time can use the embedded database, so the operator must
 * stop the service before the command.
 */
const firstStop = (isEmbedded: boolean): string => (isEmbedded ? 'stop with Ctrl+C, then run' : 'run');

const demoRow = (isEmbedded: boolean, isOfferedAtSetUp: boolean): Row => {
  const command = `${firstStop(isEmbedded)}: ${commandLine} seed demo`;
  return ['Demo data', isOfferedAtSetUp ? `offered during set-up; later ${command}` : command];
};

function accountRows(
  { hasNewAdministrator, administratorPassword }: Pick<RunningServer, 'hasNewAdministrator' | 'administratorPassword'>,
  username: string,
  isEmbedded: boolean,
): readonly Row[] {
  if (!hasNewAdministrator) {
    return [['Lost password', `${firstStop(isEmbedded)}: ${commandLine} admin reset-password <user name>`]];
  }
  const isRandom = administratorPassword !== undefined;
  return [
    ['User', username],
    ['Password', isRandom ? `${administratorPassword}   (shown only this once)` : 'the value of ADMIN_PASSWORD'],
  ];
}
