import { existsSync } from 'node:fs';
import { accountErrors, type SignInPages } from '@portcullis/adapters-http';
import {
  passwordError,
  passwordMaxLength,
  registrationModes,
  userDetailsModes,
  userLimits,
  usernameError,
  type RegistrationMode,
  type UserDetailsMode,
} from '@portcullis/domain';
import { ConfigError } from './config-error.ts';
import { readProviders, type ProviderSettings } from './identity-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import { passkeySettings, type PasskeySettings } from './passkey-settings.ts';
import { passwordPolicy } from './password-policy.ts';

/**
 * The configuration, which is read from the environment and checked when a command starts. Fields whose names end in
 * `Ms` are durations in milliseconds.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** `undefined` selects the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Read replicas of `databaseUrl`. */
  readonly databaseReplicaUrls: readonly string[];
  /** The same database with the role that owns its tables, if the role of `databaseUrl` does not own them. */
  readonly databaseOwnerUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly dataDir: string;
  readonly redisUrl: string | undefined;
  readonly admin: { readonly username: string; readonly email: string; readonly password: string | undefined };
  /** The text that login returns as `expiresIn`, such as `15m`. */
  readonly accessTokenTtl: string;
  readonly accessTokenTtlMs: number;
  readonly refreshIdleTtlMs: number;
  readonly refreshMaxTtlMs: number;
  readonly jwtSecret: string | undefined;
  readonly jwtPrivateKey: string | undefined;
  /** Keys of 32 bytes in base64 that encrypt stored secrets: the first encrypts, all decrypt. */
  readonly secretsKeys: readonly string[];
  readonly passwordMinLength: number;
  /**
   * The number of trusted proxies in front of the service. The client IP address is the entry of X-Forwarded-For at
   * this position, counted from 1 at the end. With 0, the header is ignored.
   */
  readonly trustProxy: number;
  readonly corsOrigins: readonly string[];
  readonly registerPerMinute: number;
  /** How many requests and tasks this process accepts before it refuses further ones. */
  readonly queues: QueueLengths;
  readonly registration: RegistrationMode;
  readonly userDetails: UserDetailsMode;
  /** Whether this process sends deliveries, such as events to webhooks. */
  readonly deliveries: boolean;
  /** Ports besides 443 that the URLs of webhooks may have. */
  readonly webhookAllowedPorts: readonly number[];
  /** Internal hosts that the URLs of webhooks may have. */
  readonly webhookAllowedHosts: readonly string[];
  /** How mails are sent; if `undefined`, requests that need a mail are refused. */
  readonly mail: MailSettings | undefined;
  /** The OpenID Connect providers at which users can sign in. */
  readonly providers: readonly ProviderSettings[];
  readonly signInPages: SignInPages;
  /** The domain and the pages for which passkeys work; if `undefined`, requests for passkeys are refused. */
  readonly passkeys: PasskeySettings | undefined;
  /** Whether the console is served at `/admin`. */
  readonly console: boolean;
  /** The maximum age of the last authentication for sensitive operations, in seconds; 0 accepts any age. */
  readonly stepUpMaxAge: number;
  /** Whether PATCH and DELETE of resources with a version need `If-Match`. */
  readonly requireIfMatch: boolean;
  /** Whether raw HTML in Markdown is filtered by an allow list. */
  readonly markdownSanitize: boolean;
  /** Audit records of months that ended longer ago than this are removed; if `undefined`, none are removed. */
  readonly auditRetentionMs: number | undefined;
  /** Events of months that ended longer ago than this are removed; if `undefined`, none are removed. */
  readonly eventRetentionMs: number | undefined;
  /** Number of newest revisions that each content keeps, besides its first and its published revisions. */
  readonly revisionsKeep: number;
  /** The text search configuration of PostgreSQL that decides which forms of a word the search finds. */
  readonly searchLanguage: string;
  /** Interval at which the due transitions of scheduled contents are stored; 0 means never. */
  readonly scheduleSweepMs: number;
  /**
   * The base URL of the site that shows the contents, and the path of a content below it. If `undefined`, there are no
   * feeds.
   */
  readonly feedSite: { readonly publicUrl: string; readonly contentUrlTemplate: string } | undefined;
  readonly logLevel: string;
  /** The port of the metrics; if `undefined`, there are no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** How long the service continues to accept requests after SIGTERM or SIGINT, in milliseconds. */
  readonly shutdownGraceMs: number;
}

/** Maximum numbers of requests and tasks that a process serves at once or that wait for their turn. */
interface QueueLengths {
  readonly reads: number;
  readonly writes: number;
  /** Passwords that wait for a core. */
  readonly hashes: number;
  /** Documents that wait for a thread, separately for small and for large documents. */
  readonly conversions: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
/** The text search configurations that PostgreSQL 15 includes. `simple` finds no other forms of a word. */
const searchLanguages =
  'simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'.split(
    ' ',
  );
const minSecretBytes = 32;
const secretsKeyBytes = 32;
const postgresSchemes = ['postgres:', 'postgresql:'];

/**
 * Reads the configuration; an empty variable counts as unset. If `serves` is true, the variables that are required only
 * for serving requests must be set too.
 * @throws {ConfigError}
 */
export function readConfig(env: Environment, { serves = true } = {}): Config {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const refuse = (name: string, takes: string): never => {
    throw new ConfigError(`${name} takes ${takes}, not '${text(name) ?? ''}'.`);
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name) ?? String(fallback);
    const isGood = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
    return isGood ? Number(value) : refuse(name, `a whole number from ${min} to ${max}`);
  };
  const durationMs = (name: string, fallback: string, min = 1): number => {
    const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text(name) ?? fallback) ?? [];
    const isGood = count !== undefined && isUnit(unit) && Number(count) >= min;
    return isGood ? Number(count) * unitMs[unit] : refuse(name, 'a duration such as 90s, 15m, 12h or 7d');
  };
  const flag = (name: string, fallback: boolean): boolean => {
    const value = text(name) ?? String(fallback);
    return value === 'true' || value === 'false' ? value === 'true' : refuse(name, 'true or false');
  };
  const choice = <Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value => {
    const value = text(name) ?? values[0];
    return values.find((each) => each === value) ?? refuse(name, `one of ${values.join(', ')}`);
  };
  const list = (name: string): readonly string[] => {
    const values = (text(name) ?? '').split(',').map((value) => value.trim());
    return values.filter((value) => value !== '');
  };
  const url = (name: string, ...schemes: readonly string[]): string | undefined => {
    const value = text(name);
    // The message does not repeat the value, which may contain a password.
    if (value !== undefined && !isAddress(value, schemes)) {
      throw new ConfigError(`${name} takes an address that begins with ${schemes.join('// or ')}//.`);
    }
    return value;
  };
  const replicaUrls = (): readonly string[] => {
    const listed = list('DATABASE_REPLICA_URLS');
    if (listed.every((value) => isAddress(value, postgresSchemes)) && (listed.length === 0 || databaseUrl))
      return listed;
    throw new ConfigError(
      'DATABASE_REPLICA_URLS takes addresses that begin with postgres://, separated by commas, and needs DATABASE_URL.',
    );
  };
  const origins = (name: string): readonly string[] => {
    const listed = list(name);
    return listed.every((value) => URL.canParse(value) && new URL(value).origin === value)
      ? listed
      : refuse(name, 'origins such as https://admin.example.com, separated by commas');
  };
  const jwtSecret = text('JWT_SECRET');
  if (jwtSecret !== undefined && Buffer.byteLength(jwtSecret) < minSecretBytes) {
    throw new ConfigError(`JWT_SECRET takes a secret of at least ${minSecretBytes} bytes.`);
  }
  const databaseUrl = url('DATABASE_URL', ...postgresSchemes);
  const jwtPrivateKey = text('JWT_PRIVATE_KEY');
  if (serves && databaseUrl !== undefined && env['NODE_ENV'] === 'production' && !jwtSecret && !jwtPrivateKey) {
    throw new ConfigError(
      'JWT_SECRET takes a secret of at least 32 bytes; in production it or JWT_PRIVATE_KEY must be set.',
    );
  }
  const secretsKeys = list('SECRETS_KEY');
  if (!secretsKeys.every((key) => Buffer.from(key, 'base64').length === secretsKeyBytes)) {
    throw new ConfigError(
      'SECRETS_KEY takes 32 bytes in base64, such as the output of openssl rand -base64 32, or several of them separated by commas.',
    );
  }
  const ports = (name: string): readonly number[] =>
    list(name).map((value) =>
      /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535
        ? Number(value)
        : refuse(name, 'ports from 1 to 65535, separated by commas'),
    );
  const hosts = (name: string): readonly string[] =>
    list(name).map((value) =>
      isHost(value) ? value : refuse(name, 'names or addresses of hosts in lower case, separated by commas'),
    );
  const isConsoleServed = flag('CONSOLE', true);
  const publicUrl = url('PUBLIC_URL', 'https:', 'http:')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && /[?#]/.test(publicUrl)) refuse('PUBLIC_URL', 'an address without ? and #');
  const mail = (): MailSettings | undefined => {
    const smtpUrl = url('SMTP_URL', 'smtp:', 'smtps:');
    const [from, templates] = [text('MAIL_FROM'), text('MAIL_TEMPLATES')];
    if (templates !== undefined && !existsSync(templates)) refuse('MAIL_TEMPLATES', 'a folder that exists');
    if (smtpUrl === undefined) {
      if (env['NODE_ENV'] === 'production') return undefined;
      const local = `http://localhost:${port}`;
      return { smtpUrl, from: from ?? 'portcullis@localhost', publicUrl: publicUrl ?? local, templates };
    }
    if (from !== undefined && publicUrl !== undefined) return { smtpUrl, from, publicUrl, templates };
    throw new ConfigError('SMTP_URL takes effect with MAIL_FROM and PUBLIC_URL only: every mail has a link.');
  };
  const contentUrlTemplate = text('CONTENT_URL_TEMPLATE') ?? '/articles/{slug}';
  if (!/^\/.*\{slug\}/.test(contentUrlTemplate) || !URL.canParse(contentUrlTemplate, 'http://site')) {
    refuse('CONTENT_URL_TEMPLATE', 'a path with {slug}, such as /articles/{slug}');
  }
  const logLevel = text('LOG_LEVEL') ?? 'info';
  const searchLanguage = text('SEARCH_LANGUAGE') ?? 'simple';
  if (!searchLanguages.includes(searchLanguage)) refuse('SEARCH_LANGUAGE', `one of ${searchLanguages.join(', ')}`);
  const passwordMinLength = integer('PASSWORD_MIN_LENGTH', 8, 1, 64);
  const admin = {
    username: text('ADMIN_USERNAME') ?? 'admin',
    email: text('ADMIN_EMAIL') ?? 'admin@example.com',
    password: text('ADMIN_PASSWORD'),
  };
  const [adminError] = accountErrors(admin);
  const { min, max, hint } = userLimits.username;
  if (adminError?.field === 'username' || usernameError(admin.username) !== undefined)
    refuse('ADMIN_USERNAME', `${min} to ${max} ${hint}`);
  if (adminError?.field === 'email') refuse('ADMIN_EMAIL', 'an e-mail address');
  const policy = passwordPolicy(passwordMinLength);
  if (admin.password !== undefined && passwordError(policy, admin.password) !== undefined) {
    throw new ConfigError(
      `ADMIN_PASSWORD takes ${passwordMinLength} to ${passwordMaxLength} characters that are not among the most common passwords.`,
    );
  }
  const databaseOwnerUrl = url('DATABASE_OWNER_URL', 'postgres:', 'postgresql:');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_OWNER_URL takes effect with DATABASE_URL only: the embedded database has one role.',
    );
  }
  const retentionMs = (name: string): number | undefined => {
    if (text(name) === undefined) return undefined;
    if (databaseOwnerUrl !== undefined) return durationMs(name, '');
    throw new ConfigError(
      `${name} takes effect with DATABASE_OWNER_URL only: the role of the service may not remove records.`,
    );
  };
  const corsOrigins = origins('CORS_ORIGINS');
  const port = integer('PORT', 3000, 0, 65_535);
  const metricsPort = text('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 0, 65_535);
  if (metricsPort === port && port !== 0) refuse('METRICS_PORT', 'a port other than that of PORT');
  return {
    port,
    host: text('HOST') ?? '127.0.0.1',
    databaseUrl,
    databaseReplicaUrls: replicaUrls(),
    databaseOwnerUrl,
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 1000),
    dataDir: text('DATA_DIR') ?? '.data',
    redisUrl: url('REDIS_URL', 'redis:', 'rediss:'),
    admin,
    accessTokenTtl: text('ACCESS_TOKEN_TTL') ?? '15m',
    accessTokenTtlMs: durationMs('ACCESS_TOKEN_TTL', '15m'),
    refreshIdleTtlMs: durationMs('REFRESH_IDLE_TTL', '7d'),
    refreshMaxTtlMs: durationMs('REFRESH_MAX_TTL', '30d'),
    jwtSecret,
    jwtPrivateKey,
    secretsKeys,
    passwordMinLength,
    trustProxy: integer('TRUST_PROXY', 0, 0, 100),
    corsOrigins,
    registerPerMinute: integer('REGISTER_RATE_LIMIT', 300, 1, 1_000_000),
    queues: {
      reads: integer('MAX_READS', 2000, 1, 1_000_000),
      writes: integer('MAX_WRITES', 1000, 1, 1_000_000),
      hashes: integer('MAX_WAITING_HASHES', 64, 1, 1_000_000),
      conversions: integer('MAX_WAITING_CONVERSIONS', 16, 1, 1_000_000),
    },
    registration: choice('REGISTRATION', registrationModes),
    userDetails: choice('USER_DETAILS', userDetailsModes),
    deliveries: flag('DELIVERIES', true),
    webhookAllowedPorts: ports('WEBHOOK_ALLOWED_PORTS'),
    webhookAllowedHosts: hosts('WEBHOOK_ALLOWED_HOSTS'),
    mail: mail(),
    providers: readProviders(text, publicUrl),
    signInPages: {
      origins: [...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])],
      isSecure: publicUrl?.startsWith('https:') ?? false,
      logInPage: publicUrl !== undefined && isConsoleServed ? `${publicUrl}/admin/` : undefined,
    },
    passkeys: passkeySettings(
      publicUrl ?? (env['NODE_ENV'] === 'production' ? undefined : `http://localhost:${port}`),
      corsOrigins,
    ),
    console: isConsoleServed,
    stepUpMaxAge: integer('STEP_UP_MAX_AGE', 0, 0, 86_400),
    requireIfMatch: flag('REQUIRE_IF_MATCH', false),
    markdownSanitize: flag('MARKDOWN_SANITIZE', true),
    metricsPort,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    shutdownGraceMs: durationMs('SHUTDOWN_GRACE', '1s', 0),
    auditRetentionMs: retentionMs('AUDIT_RETENTION'),
    eventRetentionMs: retentionMs('EVENT_RETENTION'),
    revisionsKeep: integer('REVISIONS_KEEP', 100, 1, 1_000_000),
    searchLanguage,
    feedSite: publicUrl === undefined ? undefined : { publicUrl, contentUrlTemplate },
    scheduleSweepMs: durationMs('SCHEDULE_SWEEP', '10s', 0),
    logLevel: logLevels.includes(logLevel) ? logLevel : refuse('LOG_LEVEL', `one of ${logLevels.join(', ')}`),
  };
}

/** Returns whether a value is a host name or an IP address. An IPv6 address must be written without brackets. */
function isHost(value: string): boolean {
  const host = value.includes(':') ? `[${value}]` : value;
  return URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host;
}

const isAddress = (value: string, schemes: readonly string[]): boolean =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol);

const isUnit = (unit: string | undefined): unit is keyof typeof unitMs => unit !== undefined && unit in unitMs;
