import { accountErrors } from '@portcullis/adapters-http';
import { passwordError, passwordMaxLength, userLimits, usernameError } from '@portcullis/domain';
import { ConfigError } from './config-error.ts';
import { passwordPolicy } from './password-policy.ts';

/** The configuration, read from the environment and checked once. Durations are in milliseconds. */
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
  readonly passwordMinLength: number;
  /** The number of trusted proxies in front of the service: X-Forwarded-For is read that many entries from its end. */
  readonly trustProxy: number;
  readonly corsOrigins: readonly string[];
  readonly registerPerMinute: number;
  /** Whether the console is served at `/admin`. */
  readonly console: boolean;
  /** Whether raw HTML in Markdown goes through an allow list. */
  readonly markdownSanitize: boolean;
  /** The minimum age of audit records that are removed; `undefined` keeps all records. */
  readonly auditRetentionMs: number | undefined;
  readonly logLevel: string;
  /** The port of the metrics; `undefined` serves no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** How long the service continues to accept requests after SIGTERM or SIGINT. */
  readonly shutdownGraceMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const minSecretBytes = 32;
const postgresSchemes = ['postgres:', 'postgresql:'];

/**
 * Reads the configuration; an empty variable counts as unset. With `serves`, variables that only a server requires are
 * required as well.
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
  const logLevel = text('LOG_LEVEL') ?? 'info';
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
  const auditRetentionMs = text('AUDIT_RETENTION') === undefined ? undefined : durationMs('AUDIT_RETENTION', '');
  if (auditRetentionMs !== undefined && databaseOwnerUrl === undefined) {
    throw new ConfigError(
      'AUDIT_RETENTION takes effect with DATABASE_OWNER_URL only: the role of the service may not remove records.',
    );
  }
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
    passwordMinLength,
    trustProxy: integer('TRUST_PROXY', 0, 0, 100),
    corsOrigins: origins('CORS_ORIGINS'),
    registerPerMinute: integer('REGISTER_RATE_LIMIT', 300, 1, 1_000_000),
    console: flag('CONSOLE', true),
    markdownSanitize: flag('MARKDOWN_SANITIZE', true),
    metricsPort,
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    shutdownGraceMs: durationMs('SHUTDOWN_GRACE', '1s', 0),
    auditRetentionMs,
    logLevel: logLevels.includes(logLevel) ? logLevel : refuse('LOG_LEVEL', `one of ${logLevels.join(', ')}`),
  };
}

const isAddress = (value: string, schemes: readonly string[]): boolean =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol);

const isUnit = (unit: string | undefined): unit is keyof typeof unitMs => unit !== undefined && unit in unitMs;
