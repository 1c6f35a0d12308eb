import { existsSync } from 'node:fs';
import type { AttributeClaim } from '@portcullis/domain/internal/conditions/attribute-claims';
import { emailError } from '@portcullis/domain/internal/names/email';
import type { RoleMap } from '@portcullis/domain/internal/accounts/identity';
import { registrationModes } from '@portcullis/domain/internal/accounts/new-account';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import { trimmedNfc } from '@portcullis/domain/internal/names/text';
import { userDetailsModes } from '@portcullis/domain/internal/accounts/user';
import { attributeLimits } from '@portcullis/domain/internal/conditions/user-attribute';
import { mediaVariables } from './media-variables.ts';
import {
  anyText,
  duration,
  exactListOf,
  flag,
  listOf,
  oneOf,
  textWith,
  url,
  wholeNumber,
  type Variables,
  type VariableType,
} from './variable.ts';
import { accentColours } from './accent.ts';
import { entriesOf, isUrl } from './variable-texts.ts';

/** The text search configurations that PostgreSQL 15 includes. `simple` finds no other forms of a word. */
const searchLanguages =
  'simple arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'.split(
    ' ',
  );
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const postgresSchemes = ['postgres:', 'postgresql:'];

/** A sender of mails (RFC 5322): an address, or a name, which must be quoted if it has special characters, and `<address>`. */
const sender = /^(?:(?:"[^"\\\p{Cc}]*"|[^"<>,;:@()[\]\\\p{Cc}]*) *<([^<>]+)>|([^<>]+))$/u;

function isSender(text: string): boolean {
  const [, inBrackets, alone] = sender.exec(text) ?? [];
  const address = inBrackets ?? alone;
  return address !== undefined && emailError(address) === undefined;
}

const port = wholeNumber(0, 65_535);
const manyRequests = wholeNumber(1, 1_000_000);
const secretBytes = 32;
export const signingSecret = textWith(
  `a secret of at least ${secretBytes} bytes`,
  (text) => Buffer.byteLength(text) >= secretBytes,
);

const baseUrl: VariableType<string> = {
  takes: 'an address that begins with https:// or http://, without ? and #',
  parse: (text) => (isUrl(text, ['https:', 'http:']) && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined),
};

/** A duration that responses repeat as it is written. */
const writtenDuration: VariableType<{ readonly text: string; readonly ms: number }> = {
  takes: duration().takes,
  parse: (text) => {
    const ms = duration().parse(text);
    return ms === undefined ? undefined : { text, ms };
  },
};

const retention = {
  type: duration(),
  needs: { names: ['DATABASE_OWNER_URL'], because: 'the role of the service may not remove records' },
};

/** A text in the form in which the names of accounts are stored. */
const oneLine: VariableType<string> = { ...anyText, parse: (text) => anyText.parse(trimmedNfc(text)) };

/**
 * The environment variables of the service, in the order of the documentation. The keys are the fields of `Config`. A
 * field whose name ends in `Ms` is a duration in milliseconds.
 */
export const variables = {
  port: { name: 'PORT', type: port, default: '3000', help: 'the port of the service; `0`: a free port' },
  host: { name: 'HOST', type: anyText, default: '127.0.0.1', help: 'the IP address on which the service listens' },
  environment: {
    name: 'NODE_ENV',
    type: anyText,
    help: '`production`: a key for tokens is required with `DATABASE_URL`, and mails are never printed',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    type: url(...postgresSchemes),
    isSecret: true,
    help: '`postgres://…`; unset: the embedded database below `DATA_DIR`',
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    type: wholeNumber(1, 1000),
    default: '10',
    help: 'database connections per process; each process opens two more for short reads, and one more when it has streams of live updates',
  },
  databaseReplicaUrls: {
    name: 'DATABASE_REPLICA_URLS',
    type: listOf('addresses that begin with postgres://, separated by commas', (text) =>
      isUrl(text, postgresSchemes) ? text : undefined,
    ),
    default: '',
    isSecret: true,
    needs: { names: ['DATABASE_URL'], because: 'the embedded database has no replicas' },
    help: 'URLs of read replicas, separated by commas; requests without a token read contents, categories, tags and files from these replicas',
  },
  databaseOwnerUrl: {
    name: 'DATABASE_OWNER_URL',
    type: url(...postgresSchemes),
    isSecret: true,
    needs: { names: ['DATABASE_URL'], because: 'the embedded database has one role' },
    help: 'URL of the same database, with the database role that owns its tables ([operations](docs/operations.md))',
  },
  revisionsKeep: {
    name: 'REVISIONS_KEEP',
    type: manyRequests,
    default: '100',
    help: 'number of newest revisions that each content keeps, in addition to its first revision and each published revision',
  },
  contentBin: {
    name: 'CONTENT_BIN',
    type: wholeNumber(0, 3650),
    default: '30',
    help: 'number of days for which a deleted content can be recovered; `0`: contents are removed at once and for good',
  },
  auditRetentionMs: {
    ...retention,
    name: 'AUDIT_RETENTION',
    help: 'a duration, such as `365d`; the audit records of a month are removed when the month ended longer ago than this; unset: they are kept',
  },
  eventRetentionMs: {
    ...retention,
    name: 'EVENT_RETENTION',
    help: 'a duration, such as `365d`; the events of a month are removed when the month ended longer ago than this; unset: they are kept',
  },
  dataDir: {
    name: 'DATA_DIR',
    type: anyText,
    default: '.data',
    help: 'folder for the embedded database and generated keys',
  },
  redisUrl: {
    name: 'REDIS_URL',
    type: url('redis:', 'rediss:'),
    isSecret: true,
    help: 'Redis server for the counters of rate limits; unset: the counters are in PostgreSQL, or in memory with the embedded database',
  },
  adminUsername: {
    name: 'ADMIN_USERNAME',
    type: oneLine,
    default: 'admin',
    help: 'user name of the first administrator, created when the service starts, unless a user has the role ADMIN',
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    type: oneLine,
    default: 'admin@example.com',
    help: 'e-mail address of the first administrator',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    type: anyText,
    shownDefault: 'random',
    isSecret: true,
    help: 'password of the first administrator',
  },
  accessTokenTtl: {
    name: 'ACCESS_TOKEN_TTL',
    type: writtenDuration,
    default: '15m',
    help: 'lifetime of an access token; the login response contains this duration as `expiresIn`',
  },
  refreshIdleTtlMs: {
    name: 'REFRESH_IDLE_TTL',
    type: duration(),
    default: '7d',
    help: 'a session ends when it has not been used for this duration',
  },
  refreshMaxTtlMs: {
    name: 'REFRESH_MAX_TTL',
    type: duration(),
    default: '30d',
    help: 'a session ends at the latest when this duration has passed since login',
  },
  jwtSecret: {
    name: 'JWT_SECRET',
    type: signingSecret,
    shownDefault: 'generated',
    isSecret: true,
    help: 'HS256 secret of at least 32 bytes; this or `JWT_PRIVATE_KEY` is required with `DATABASE_URL` and `NODE_ENV=production`',
  },
  jwtPrivateKey: {
    name: 'JWT_PRIVATE_KEY',
    type: anyText,
    isSecret: true,
    help: 'Ed25519 key in PEM form, instead of `JWT_SECRET`; other services can then verify access tokens ([resource servers](docs/resource-servers.md))',
  },
  jwtSecrets: {
    name: 'JWT_SECRETS',
    type: exactListOf(`secrets of at least ${secretBytes} bytes, separated by commas`, signingSecret.parse),
    default: '',
    isSecret: true,
    help: 'instead of `JWT_SECRET`, several secrets, separated by commas without spaces: the first one signs tokens, all of them verify ([operations](docs/operations.md#replace-the-key-for-tokens))',
  },
  jwtPrivateKeys: {
    name: 'JWT_PRIVATE_KEYS',
    type: exactListOf('Ed25519 private keys in PEM form, separated by commas', anyText.parse),
    default: '',
    isSecret: true,
    help: 'instead of `JWT_PRIVATE_KEY`, several keys in PEM form, separated by commas without spaces: the first one signs tokens, all of them verify',
  },
  secretsKeys: {
    name: 'SECRETS_KEY',
    type: listOf(
      '32 bytes in base64, such as the output of openssl rand -base64 32, or several of them separated by commas',
      (text) => (Buffer.from(text, 'base64').length === secretBytes ? text : undefined),
    ),
    default: '',
    shownDefault: 'derived from the key for tokens, or generated if that key is generated',
    isSecret: true,
    help: 'key of 32 bytes in base64 that encrypts stored secrets, such as the secrets of webhooks; of several keys, separated by commas, the first one encrypts and all of them decrypt',
  },
  passwordMinLength: {
    name: 'PASSWORD_MIN_LENGTH',
    type: wholeNumber(1, 64),
    default: '8',
    help: 'minimum length of new passwords, in characters',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    type: wholeNumber(0, 100),
    default: '0',
    help: "number of trusted proxies in front of the service; the client's IP address is the entry of `X-Forwarded-For` at this position, counted from 1 at the end; `0`: the header is ignored",
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    type: listOf('origins such as https://admin.example.com, separated by commas', (text) =>
      URL.canParse(text) && new URL(text).origin === text ? text : undefined,
    ),
    default: '',
    help: 'origins whose pages may call the API, separated by commas',
  },
  registerPerMinute: {
    name: 'REGISTER_RATE_LIMIT',
    type: manyRequests,
    default: '300',
    help: 'registrations a minute per client IP address',
  },
  maxReads: {
    name: 'MAX_READS',
    type: manyRequests,
    default: '2000',
    help: 'maximum number of requests that only read and that this process serves at once; a further request gets 503',
  },
  maxWrites: {
    name: 'MAX_WRITES',
    type: manyRequests,
    default: '1000',
    help: 'maximum number of other requests that this process serves at once; a further request gets 503',
  },
  maxWaitingHashes: {
    name: 'MAX_WAITING_HASHES',
    type: manyRequests,
    default: '64',
    help: 'maximum number of passwords that wait in this process; a further request gets 429',
  },
  maxWaitingConversions: {
    name: 'MAX_WAITING_CONVERSIONS',
    type: manyRequests,
    default: '16',
    help: 'maximum numbers of small and of large Markdown documents that wait in this process; a further request gets 429',
  },
  registration: {
    name: 'REGISTRATION',
    type: oneOf(registrationModes),
    default: 'open',
    help: 'who can create an account: `open`: everybody; `invite`: only people whom an administrator has invited; `off`: only administrators. `invite` and `off` refuse registrations and sign-up at identity providers; both accept links of invitations',
  },
  userDetails: {
    name: 'USER_DETAILS',
    type: oneOf(userDetailsModes),
    default: 'all',
    help: 'who can read the e-mail address, phone number, gender and disabled roles of another user: `all`: every user; `own`: administrators and users with the permission `user.read`',
  },
  deliveries: {
    name: 'DELIVERIES',
    type: flag,
    default: 'true',
    help: '`false`: this process sends no mails and no events to webhooks, so another process must send them',
  },
  webhookAllowedPorts: {
    name: 'WEBHOOK_ALLOWED_PORTS',
    type: listOf('ports from 1 to 65535, separated by commas', wholeNumber(1, 65_535).parse),
    default: '',
    help: 'ports besides 443 that the URLs of webhooks may have, separated by commas',
  },
  webhookAllowedHosts: {
    name: 'WEBHOOK_ALLOWED_HOSTS',
    type: listOf('names or addresses of hosts in lower case, separated by commas', (text) =>
      isHost(text) ? text : undefined,
    ),
    default: '',
    help: 'hosts with internal addresses that webhooks may call, separated by commas',
  },
  console: {
    name: 'CONSOLE',
    type: flag,
    default: 'true',
    help: '`true`: the console is served at `/admin/`; `false`: it is not served, and `/` redirects browsers to `/api/docs`',
  },
  consoleTitle: {
    name: 'CONSOLE_TITLE',
    type: textWith('a text of at most 40 characters', (text) => text.trim() !== '' && [...text].length <= 40),
    default: 'Portcullis',
    help: 'the name of the console, in its head and in the title of the window',
  },
  consoleLogo: {
    name: 'CONSOLE_LOGO',
    type: textWith(
      'an SVG, PNG or WebP file that exists',
      (path) => /\.(?:svg|png|webp)$/.test(path) && existsSync(path),
    ),
    help: 'a square picture for the head of the console and for the tab of the browser',
  },
  consoleAccent: {
    name: 'CONSOLE_ACCENT',
    type: textWith(
      'a colour such as #2455c3 whose contrast with white is at least 4.5:1',
      (text) => accentColours(text) !== undefined,
    ),
    help: 'the colour of links and main buttons in the console; the dark theme has a lighter shade of it',
  },
  mcp: {
    name: 'MCP',
    type: oneOf(['on', 'off']),
    default: 'off',
    help: '`on`: assistants can use the service at `/mcp`, with API keys ([assistants](docs/agents.md))',
  },
  mcpPerMinute: {
    name: 'MCP_RATE',
    type: manyRequests,
    default: '120',
    help: 'requests of assistants a minute per API key',
  },
  stepUpMaxAge: {
    name: 'STEP_UP_MAX_AGE',
    type: wholeNumber(0, 86_400),
    default: '0',
    help: 'maximum age of the last authentication for sensitive operations, in seconds; `0`: any age ([identity](docs/identity.md#sensitive-operations))',
  },
  requireIfMatch: {
    name: 'REQUIRE_IF_MATCH',
    type: flag,
    default: 'false',
    help: '`true`: PATCH and DELETE of resources with a version number need the header `If-Match`',
  },
  ...mediaVariables,
  markdownSanitize: {
    name: 'MARKDOWN_SANITIZE',
    type: flag,
    default: 'true',
    help: "`true`: raw HTML in Markdown is filtered by an allow list like GitHub's; `false`: it is kept, except for tags that GFM disallows, which become text",
  },
  searchLanguage: {
    name: 'SEARCH_LANGUAGE',
    type: oneOf(searchLanguages),
    default: 'simple',
    help: 'the language, such as `english` or `german`, in which the search in contents also finds other forms of a word; `simple`: the search finds only words that equal a search word or begin with it',
  },
  scheduleSweepMs: {
    name: 'SCHEDULE_SWEEP',
    type: duration(0),
    default: '10s',
    help: 'interval at which each process stores the due status changes of scheduled contents; `0s`: never. The interval does not affect which contents are public ([operations](docs/operations.md#scheduled-contents))',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    type: baseUrl,
    help: 'the address of the website that shows the contents, such as `https://example.com`; links in mails begin with it, and passkeys belong to its domain; unset: there are no feeds',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    type: url('smtp:', 'smtps:'),
    isSecret: true,
    needs: { names: ['MAIL_FROM', 'PUBLIC_URL'], because: 'every mail has a sender and a link' },
    help: 'the server that sends mails: `smtps://user:password@host` for TLS from the start (port 465), `smtp://…` for STARTTLS if the server offers it (port 587 or 25), with special characters of the password percent-encoded; unset: mails are printed to the terminal, or in production not sent ([identity](docs/identity.md#mail))',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    type: textWith('an e-mail address, or a name with one in angle brackets', isSender),
    help: 'the sender of mails, such as `Portcullis <no-reply@example.com>`',
  },
  mailTemplates: {
    name: 'MAIL_TEMPLATES',
    type: textWith('a folder that exists', existsSync),
    help: 'a folder with mail texts that replace the built-in texts',
  },
  providerKeys: {
    name: 'OIDC_PROVIDERS',
    type: differentKeys(),
    default: '',
    needs: { names: ['PUBLIC_URL'], because: 'providers send browsers back to it' },
    help: 'keys of OpenID Connect providers at which users can sign in, separated by commas; each provider has its own variables ([identity](docs/identity.md#sign-in-with-openid-connect))',
  },
  contentUrlTemplate: {
    name: 'CONTENT_URL_TEMPLATE',
    type: textWith(
      'a path with {slug}, such as /articles/{slug}',
      (text) => /^\/.*\{slug\}/.test(text) && URL.canParse(text, 'http://site'),
    ),
    default: '/articles/{slug}',
    help: 'the path of a content below `PUBLIC_URL`, for links in feeds',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    type: oneOf(logLevels),
    default: 'info',
    help: 'lowest level that is logged, `trace` to `fatal`, or `silent`; the log is JSON lines on standard output, or readable lines on a terminal',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    type: port,
    shownDefault: 'off',
    help: 'the port of Prometheus metrics, at `/metrics`',
  },
  metricsHost: {
    name: 'METRICS_HOST',
    type: anyText,
    default: '127.0.0.1',
    help: 'the IP address of Prometheus metrics',
  },
  shutdownGraceMs: {
    name: 'SHUTDOWN_GRACE',
    type: duration(0),
    default: '1s',
    help: 'how long the service still listens after SIGTERM and refuses requests with 503 and `Retry-After`',
  },
} satisfies Variables;

/** The variables of a provider that OIDC_PROVIDERS names. Before each name comes `OIDC_`, the key and `_`. */
export const providerVariables = {
  issuer: {
    name: 'ISSUER',
    type: textWith('an address that begins with https://, or with http:// on this machine', isProtected),
    isRequired: true,
    help: 'the issuer URL of the provider, without `/.well-known/openid-configuration`',
  },
  clientId: {
    name: 'CLIENT_ID',
    type: textWith('the id of the client at the provider', (text) => text !== ''),
    isRequired: true,
    help: 'the id of the client at the provider',
  },
  clientSecret: {
    name: 'CLIENT_SECRET',
    type: anyText,
    isSecret: true,
    help: 'the secret of the client; if unset, the client is a public client, protected by PKCE',
  },
  name: { name: 'NAME', type: anyText, shownDefault: 'the key', help: 'the name on the log-in buttons' },
  scopes: {
    name: 'SCOPES',
    type: textWith('scopes separated by spaces, with openid among them', (text) => text.split(' ').includes('openid')),
    default: 'openid profile email',
    help: 'the scopes that the service requests, separated by spaces',
  },
  signUp: {
    name: 'SIGN_UP',
    type: flag,
    default: 'false',
    help: 'whether a person without an account gets an account with the role USER, if the provider has verified the e-mail address and `REGISTRATION` is `open`',
  },
  trustedDomains: {
    name: 'TRUSTED_DOMAINS',
    type: listOf('domains of e-mail addresses in lower case, separated by commas', (text) =>
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text) ? text : undefined,
    ),
    default: '',
    help: 'domains whose mailboxes the provider manages, separated by commas; see below',
  },
  groupsClaim: {
    name: 'GROUPS_CLAIM',
    type: anyText,
    default: 'groups',
    help: 'the claim that contains the groups of a person; names of nested claims have dots between them, such as `realm_access.roles`',
  },
  roleMap: {
    name: 'ROLE_MAP',
    type: roleMap(),
    help: 'the roles that groups give, such as `{"editors":["MODERATOR"]}`; if unset, a sign-in changes no roles',
  },
  attributes: {
    name: 'ATTRIBUTES',
    type: attributeClaims(),
    default: '',
    help: 'the attributes of users that claims fill at each sign-in, such as `department=dept,region=address.region`',
  },
} satisfies Variables;

/** Returns whether a value is a host name or an IP address. An IPv6 address must be written without brackets. */
function isHost(value: string): boolean {
  const host = value.includes(':') ? `[${value}]` : value;
  return URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host;
}

function differentKeys(): VariableType<readonly string[]> {
  return {
    takes: 'different names of lower-case letters, digits and hyphens, separated by commas',
    parse: (text) => {
      const keys = entriesOf(text);
      const isGood = keys.every((key) => /^[a-z][a-z0-9-]{0,31}$/.test(key)) && new Set(keys).size === keys.length;
      return isGood ? keys : undefined;
    },
  };
}

/**
 * Returns whether data that is sent to a URL is protected in transit. The URL must begin with https://, or with http://
 * and a loopback host.
 */
export function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function attributeClaims(): VariableType<readonly AttributeClaim[]> {
  const { pattern, max } = attributeLimits.name;
  const claims = listOf('pairs such as department=dept, separated by commas, with each attribute once', (entry) => {
    const [, attribute = '', claim = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    return pattern.test(attribute) && attribute.length <= max ? { attribute, claim } : undefined;
  });
  return {
    takes: claims.takes,
    parse: (text) => {
      const pairs = claims.parse(text);
      return pairs?.length === new Set(pairs?.map(({ attribute }) => attribute)).size ? pairs : undefined;
    },
  };
}

function roleMap(): VariableType<RoleMap> {
  return {
    takes: 'JSON such as {"editors":["MODERATOR"]}, with codes of roles',
    parse: (text) => {
      try {
        const parsed: unknown = JSON.parse(text);
        return isRoleMap(parsed) ? parsed : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

const isRoleMap = (value: unknown): value is RoleMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isCodes);

const isCodes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((code) => typeof code === 'string' && roleLimits.code.pattern.test(code));
