import { isDeepStrictEqual } from 'node:util';
import type { DatabaseDiagnosis } from '@portcullis/adapters-persistence/internal/diagnosis';
import { replicaTimeouts } from '@portcullis/adapters-persistence/internal/postgres/replicas';
import type { InstallationFinding as Finding } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { SecretsKeyUse } from '@portcullis/application/internal/secrets/check-secrets-keys';
import type { Config } from '../config/config.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import { missingKeysError } from '../config/secrets-key-check.ts';
import { isProtected } from '../config/variables.ts';
import { supportedNode, version } from '../config/version.ts';
import type { Asked, DatabaseFacts, Facts } from './facts.ts';
import { failed, findingsOf, messageOfTables, skipped, warning } from './finding.ts';

/** The oldest release of PostgreSQL, as `DatabaseDiagnosis.versionNumber`. */
const oldestPostgres = 150_000;
/** A factor's code is valid for 30 s, so clocks that differ by more than this refuse some of them. */
const clockDifferenceMs = 5000;
const mebibyte = 1024 * 1024;
/** Below the first number the service is about to fail, below the second one the operator still has time. */
const freeSpace = { failed: 256 * mebibyte, warning: 2048 * mebibyte };
/** In addition to its pool, a process opens two connections for short reads, and one for live updates. */
const furtherConnections = 3;
/** A random secret of 32 bytes in any usual notation has more different characters than this. */
const fewestCharacters = 12;

/** Judges an installation by what was found out about it. The findings are in the order in which they are printed. */
export function judge(facts: Facts): readonly Finding[] {
  return [
    ...versions(facts),
    ...settings(facts.config),
    ...keys(facts),
    ...disk(facts),
    ...database(facts),
    ...clock(facts),
    ...replicas(facts),
    ...reached('counters', facts.redis, 'REDIS_URL', 'Redis responds.'),
    ...mail(facts),
    ...publicUrl(facts),
    ...facts.providers.flatMap(({ key, document }) =>
      reached('sign-in', document, `The provider ${key}`, `The provider ${key} responds.`),
    ),
  ];
}

const usesPostgres = ({ databaseUrl }: Config): boolean => databaseUrl !== undefined;
const isProduction = ({ environment }: Config): boolean => environment === 'production';

const versions = ({ node }: Facts): readonly Finding[] =>
  findingsOf('versions', `Portcullis ${version} on Node ${node}.`, [
    !supportedNode.accepts(node) && failed(`Node ${node} is not supported; install Node ${supportedNode.range}.`),
  ]);

function settings(config: Config): readonly Finding[] {
  const insecure = config.corsOrigins.filter((origin) => !isProtected(origin));
  return findingsOf('settings', 'The variables fit each other.', [
    usesPostgres(config) &&
      !isProduction(config) &&
      warning('NODE_ENV is not production: set it, so that a missing key stops the start and no mail is printed.'),
    isProduction(config) &&
      insecure.length > 0 &&
      warning(`CORS_ORIGINS has ${insecure.join(', ')}: everybody on the way can change pages without https.`),
    isProduction(config) &&
      !config.markdownSanitize &&
      warning('MARKDOWN_SANITIZE is false: whoever may write contents can run scripts on the pages that show them.'),
  ]);
}

const noKeys: SecretsKeyUse = { missing: [], needed: [], unneeded: [], configured: [] };

function keys({ config, database: asked }: Facts): readonly Finding[] {
  const { privateKeys, secrets } = signingKeyTexts(config);
  const weak = secrets.filter(
    (secret) => new Set(secret).size < fewestCharacters || /change.?me|example/i.test(secret),
  );
  const hasKey = privateKeys.length + secrets.length > 0;
  const state = 'value' in asked ? asked.value : undefined;
  const { missing, needed, unneeded, configured } = state !== undefined && 'keys' in state ? state.keys : noKeys;
  // The other keys are derived from the keys for tokens, or generated.
  const listed = configured.slice(0, config.secretsKeys.length);
  const [former, derived] = [listed.filter((id) => needed.includes(id)), needed.filter((id) => !listed.includes(id))];
  const removable = unneeded.filter((id) => listed.includes(id));
  const notes = [
    former.length > 0 ? ` ${short(former)} of SECRETS_KEY still decrypts stored secrets.` : '',
    derived.length > 0
      ? ` A key from before SECRETS_KEY was set (${short(derived)}) still decrypts stored secrets: do not replace the key for tokens yet.`
      : '',
    removable.length > 0 ? ` ${short(removable)} of SECRETS_KEY decrypts nothing any more: remove it.` : '',
  ];
  return findingsOf('keys', `The keys are strong, and none is missing.${notes.join('')}`, [
    weak.length > 0 && failed('JWT_SECRET can be guessed: replace it by the output of openssl rand -base64 32.'),
    usesPostgres(config) &&
      !hasKey &&
      warning(
        'JWT_SECRET is not set: each data directory generates its own key, so two machines refuse tokens of each other.',
      ),
    usesPostgres(config) &&
      hasKey &&
      config.secretsKeys.length === 0 &&
      warning(
        'SECRETS_KEY is not set, so stored secrets are encrypted with the key for tokens. Set it before you replace that key.',
      ),
    missing.length > 0 && failed(missingKeysError(config, missing).message),
  ]);
}

function disk({ disk: asked, config }: Facts): readonly Finding[] {
  if ('fault' in asked) return findingsOf('disk', '', [failed(asked.fault)]);
  const { free, total, open } = asked.value;
  const text = `${Math.floor(free / mebibyte)} MiB of ${Math.floor(total / mebibyte)} MiB are free for ${config.dataDir}`;
  return findingsOf('disk', `${text}.`, [
    free < freeSpace.warning &&
      (free < freeSpace.failed ? failed : warning)(`${text}: make room, or move DATA_DIR to a larger disk.`),
    open > 0 &&
      warning(
        `Other users of this machine have access to ${open} files and folders of ${config.dataDir}: the next start takes it away. If it cannot, run chmod -R go= ${config.dataDir}.`,
      ),
  ]);
}

function database({ database: asked, config }: Facts): readonly Finding[] {
  if ('fault' in asked) return findingsOf('database', '', [failed(`${asked.fault}.`)]);
  const state = asked.value;
  if (state.kind === 'new') {
    return findingsOf('database', `The first start creates the embedded database in ${config.dataDir}.`, []);
  }
  if (state.kind === 'in use') {
    return findingsOf('database', '', [skipped(`${state.by} The console of the running service shows its state.`)]);
  }
  const { pending, unknown } = state.migrations;
  const migrations = findingsOf('migrations', 'All of them have run.', [
    pending.length > 0 &&
      (mayMigrate(state, config) ? warning : failed)(
        `${pending.length} have not run (${short(pending)}): run portcullis migrate as the owner of the tables.`,
      ),
    unknown.length > 0 &&
      failed(
        `${unknown.length} are unknown (${short(unknown)}): name your own modules with --modules, install the newer release, or restore a backup.`,
      ),
    state.tables.length > 0 && failed(messageOfTables(state.tables)),
  ]);
  const files = 'fault' in state.files ? findingsOf('files', '', [failed(`${state.files.fault}.`)]) : [];
  const further = [...migrations, ...files];
  return state.kind === 'embedded'
    ? [...findingsOf('database', 'The embedded database opens.', []), ...further]
    : [...server(state, config), ...standbys(state), ...role(state, config), ...further];
}

/** Whether a start of the service runs the pending migrations. */
const mayMigrate = (state: DatabaseFacts, { databaseOwnerUrl }: Config): boolean =>
  databaseOwnerUrl !== undefined || state.kind !== 'postgresql' || state.role.isSuperuser || state.role.ownsTables;

type Server = Extract<DatabaseFacts, { readonly kind: 'postgresql' }>;

function server(state: Server, config: Config): readonly Finding[] {
  const { max, used } = state.connections;
  const needed = config.databasePoolSize + furtherConnections;
  const isLocal = /^(?:localhost|127\.|\[?::1)/.test(new URL(config.databaseUrl ?? '').hostname);
  return findingsOf('database', `PostgreSQL ${state.version} responds, with ${used} of ${max} connections in use.`, [
    state.versionNumber < oldestPostgres &&
      failed(`PostgreSQL ${state.version} is too old: upgrade it to 15 or later.`),
    state.encoding !== 'UTF8' &&
      failed(`The database has the encoding ${state.encoding}: create it again with the encoding UTF8.`),
    state.isStandby && failed('DATABASE_URL names a standby, which refuses writes: name the primary.'),
    state.unsafeSettings.length > 0 &&
      failed(
        `PostgreSQL runs with ${state.unsafeSettings.join(' and ')} off, so a crash can destroy data: switch it on.`,
      ),
    needed > max - used
      ? (needed > max ? failed : warning)(
          `A process opens up to ${needed} connections, and ${Math.max(0, max - used)} of ${max} are free: reduce DATABASE_POOL_SIZE, or increase max_connections.`,
        )
      : undefined,
    !isLocal &&
      !state.isEncrypted &&
      warning('The connection to PostgreSQL is not encrypted: add ?sslmode=verify-full to DATABASE_URL.'),
  ]);
}

/** PostgreSQL does not know whether a watchdog resets its machine, so an operator must look there. */
function standbys({ standbys: count, isSynchronous }: Server): readonly Finding[] {
  if (count === 0) return [];
  const fence = 'Only its machine shows whether a watchdog fences the primary (docs/cluster.md).';
  return findingsOf('standbys', `Commits wait for one of ${count} standbys. ${fence}`, [
    !isSynchronous &&
      warning(`No commit waits for a standby, so that a fail-over loses acknowledged changes: see docs/cluster.md.`),
  ]);
}

function role({ role: { name, ...rights } }: Server, config: Config): readonly Finding[] {
  const hasOthers = rights.isSuperuser || rights.ownsTables;
  return findingsOf('role', `${name} has the rights that the service needs${hasOthers ? '' : ', and no others'}.`, [
    rights.unreadable.length > 0 &&
      failed(`${name} may not read ${short(rights.unreadable)}: run deploy/postgres/roles.sql and restrict.sql again.`),
    rights.isSuperuser &&
      isProduction(config) &&
      warning(`${name} is a superuser: run the service with a role that owns no tables (deploy/postgres/roles.sql).`),
    !rights.isSuperuser &&
      rights.ownsTables &&
      isProduction(config) &&
      warning(
        `${name} owns the tables and can drop them: run the service with another role (deploy/postgres/roles.sql).`,
      ),
    !rights.isSuperuser &&
      !rights.ownsTables &&
      rights.mayChangeRecords &&
      warning(`${name} has the right to change audit records: run deploy/postgres/restrict.sql as the owner.`),
  ]);
}

function clock({ database: asked }: Facts): readonly Finding[] {
  if (!('value' in asked) || asked.value.kind !== 'postgresql') return [];
  const seconds = Math.round(asked.value.clockAheadMs / 1000);
  return findingsOf('clock', 'The clocks of this machine and of the database agree.', [
    Math.abs(asked.value.clockAheadMs) > clockDifferenceMs &&
      failed(
        `The clock of the database is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine: synchronize both.`,
      ),
  ]);
}

function replicas({ replicas: all, database: asked }: Facts): readonly Finding[] {
  return all.flatMap(({ host, database: replica }) => {
    if ('fault' in replica) return findingsOf('replicas', '', [failed(`${host}: ${replica.fault}.`)]);
    const primary = 'value' in asked && asked.value.kind === 'postgresql' ? asked.value : undefined;
    return findingsOf('replicas', `${host} is a standby with the same migrations.`, [
      !replica.value.isStandby && failed(`${host} is no standby, so its data is not that of the primary.`),
      primary !== undefined &&
        !isDeepStrictEqual(primary.migrations, replica.value.migrations) &&
        failed(`${host} has other migrations than the primary: it is behind, or a replica of another database.`),
      primary !== undefined &&
        isBehind(replica.value, primary) &&
        warning(
          `${host} is over 10 s behind the primary: until it catches up, reads go to the primary. Look at pg_stat_replication there.`,
        ),
    ]);
  });
}

const isBehind = (
  { isStandby, walPosition, replayedSecondsAgo }: DatabaseDiagnosis,
  primary: Pick<DatabaseDiagnosis, 'walPosition'>,
): boolean =>
  isStandby && walPosition < primary.walPosition && (replayedSecondsAgo ?? Infinity) > replicaTimeouts.maxLagSeconds;

function mail({ mail: asked, config }: Facts): readonly Finding[] {
  if (asked !== undefined) return reached('mail', asked, 'SMTP_URL', 'The mail server accepts the login.');
  if (!isProduction(config)) return [];
  return findingsOf('mail', '', [
    warning('SMTP_URL is not set, so people cannot be invited, and cannot reset a forgotten password.'),
  ]);
}

function publicUrl({ publicUrl: asked, config }: Facts): readonly Finding[] {
  if (asked === undefined) {
    if (!isProduction(config)) return [];
    return findingsOf('address', '', [
      warning('PUBLIC_URL is not set, so mails have no links, and passkeys and feeds are off.'),
    ]);
  }
  const url = config.publicUrl ?? '';
  return findingsOf('address', `${url} leads to this service.`, [
    !isProtected(url) && warning(`${url} has no https: passwords and tokens can be read on the way.`),
    url.startsWith('https:') &&
      config.trustProxy === 0 &&
      warning(
        'TRUST_PROXY is 0 behind a proxy with TLS: all clients have the address of the proxy, and share its limits.',
      ),
    'fault' in asked && warning(`${url} does not respond (${asked.fault}): start the service, or correct PUBLIC_URL.`),
    'value' in asked &&
      !asked.value.isPortcullis &&
      failed(`Another service responds at ${url}/api: correct PUBLIC_URL.`),
  ]);
}

/** Returns the finding on a server that the configuration names, or none if it names no such server. */
function reached(part: string, asked: Asked<true> | undefined, name: string, healthy: string): readonly Finding[] {
  if (asked === undefined) return [];
  return findingsOf(part, healthy, ['fault' in asked && failed(`${name} does not work: ${asked.fault}.`)]);
}

const short = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
