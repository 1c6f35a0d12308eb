import { hash } from 'node:crypto';
import type { Database } from '@portcullis/adapters-persistence';
import type { Logger } from 'pino';
import type { ResourceModule } from './resource-module.ts';

/** PostgreSQL cuts longer names. */
const longestName = 63;

/** What clients, and other processes that use the database, notice of a module. */
const factsOf = ({ name, events = {}, stores = {}, console = {} }: ResourceModule) => [
  name,
  Object.values(events).map(({ type }) => type),
  Object.values(stores).flatMap(({ migrations = [] }) => migrations.map((each) => each.name)),
  (console.resources ?? []).map(({ fields }) => fields),
];

/** Replaces a resource to which a field refers by its name. Resources can refer to themselves. */
const withNames = (key: string, value: unknown): unknown =>
  key === 'to' && typeof value === 'object' && value !== null && 'name' in value ? value.name : value;

/**
 * Returns the name with which a process that serves these modules connects to PostgreSQL. It contains a fingerprint of
 * the modules and their names, so that other processes can compare them with their own.
 */
export function applicationNameOf(modules: readonly ResourceModule[]): string {
  if (modules.length === 0) return 'portcullis';
  const sorted = modules.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const fingerprint = hash('sha256', JSON.stringify(sorted.map(factsOf), withNames), 'hex').slice(0, 8);
  return `portcullis ${fingerprint} ${sorted.map(({ name }) => name).join(' ')}`.slice(0, longestName);
}

const findOthers = {
  name: 'other modules',
  text: `SELECT DISTINCT application_name AS "applicationName" FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^portcullis( [0-9a-f]{8} .*)?$' AND application_name <> $1
    ORDER BY 1`,
};

/**
 * Logs a warning if other processes serve the same database with other modules: clients then get 404 for the requests
 * that reach the wrong process. The embedded database has only one process.
 */
export async function warnOfOtherModules(
  { reader }: Pick<Database, 'reader'>,
  modules: readonly ResourceModule[],
  log: Logger,
): Promise<void> {
  const own = applicationNameOf(modules);
  const others = await reader.rows<{ readonly applicationName: string }>(findOthers, [own]);
  for (const { applicationName } of others)
    log.warn(
      { own: modulesIn(own), other: modulesIn(applicationName) },
      `Another process of this database serves other modules: ${modulesIn(applicationName)}. This process serves: ${modulesIn(own)}. Start all processes with the same file of modules.`,
    );
}

/** Returns the part of an application name after the word `portcullis`, such as `1a2b3c4d acme.label`. */
const modulesIn = (applicationName: string): string => applicationName.split(' ').slice(1).join(' ') || 'none';
