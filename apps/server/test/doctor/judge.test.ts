import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import type { Asked, DatabaseFacts, Facts } from '../../src/doctor/facts.ts';
import { judge } from '../../src/doctor/judge.ts';

const environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portcullis@127.0.0.1/portcullis',
  DATABASE_REPLICA_URLS: 'postgres://portcullis@standby/portcullis',
  JWT_SECRET: 'Vn3J0sG1mZpQx8yTt6Rk2Lw9Hc4Bf7Da5Eu',
  SECRETS_KEY: Buffer.alloc(32, 'key').toString('base64'),
  PUBLIC_URL: 'https://example.com',
  TRUST_PROXY: '1',
  REDIS_URL: 'redis://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'portcullis@example.com',
  OIDC_PROVIDERS: 'staff',
  OIDC_STAFF_ISSUER: 'https://login.example.com',
  OIDC_STAFF_CLIENT_ID: 'portcullis',
  OIDC_STAFF_CLIENT_SECRET: 'secret',
};
const configWith = (variables: Readonly<Record<string, string | undefined>> = {}) =>
  readConfig({ ...environment, ...variables });

type Server = Extract<DatabaseFacts, { readonly kind: 'postgresql' }>;

const server: Server = {
  kind: 'postgresql',
  version: '15.19',
  versionNumber: 150_019,
  encoding: 'UTF8',
  isStandby: false,
  walPosition: 1000,
  replayedSecondsAgo: null,
  standbys: 1,
  isSynchronous: true,
  isEncrypted: false,
  unsafeSettings: [],
  connections: { max: 97, used: 5 },
  clockAheadMs: 3,
  role: { name: 'portcullis', isSuperuser: false, ownsTables: false, unreadable: [], mayChangeRecords: false },
  migrations: { pending: [], unknown: [] },
  tables: [],
  keys: { missing: [], needed: [], unneeded: [], configured: ['k1'] },
  files: { value: true },
};
const gibibyte = 1024 ** 3;
const fine: Asked<true> = { value: true };
const good: Facts = {
  config: configWith(),
  node: '22.13.1',
  disk: { value: { free: 50 * gibibyte, total: 100 * gibibyte, open: 0 } },
  database: { value: server },
  replicas: [{ host: 'standby', database: { value: { ...server, isStandby: true } } }],
  redis: fine,
  mail: fine,
  publicUrl: { value: { isPortcullis: true } },
  providers: [{ key: 'staff', document: fine }],
};

/** The same state on the primary and on its replica. */
const onServer = (facts: Partial<Server>): Partial<Facts> => ({
  database: { value: { ...server, ...facts } },
  replicas: [{ host: 'standby', database: { value: { ...server, ...facts, isStandby: true } } }],
});
const withRole = (rights: Partial<Server['role']>) => onServer({ role: { ...server.role, ...rights } });
const withDisk = (free: number): Partial<Facts> => ({ disk: { value: { free, total: 100 * gibibyte, open: 0 } } });
const withVariables = (variables: Readonly<Record<string, string | undefined>>): Partial<Facts> => ({
  config: configWith(variables),
});
const asStandby = (facts: Partial<Server>): Partial<Facts> => ({
  replicas: [{ host: 'standby', database: { value: { ...server, isStandby: true, ...facts } } }],
});
const fault = { fault: 'connect ECONNREFUSED' };

/** The faults of an installation: what is planted, the part and the status of the finding, and what it says. */
const planted: readonly (readonly [title: string, facts: Partial<Facts>, part: string, status: string, RegExp])[] = [
  ['an unsupported release of Node', { node: '21.7.0' }, 'versions', 'failed', /Node 21\.7\.0/],
  ['a release of Node that is too old', { node: '20.18.9' }, 'versions', 'failed', /install Node/],
  ['no production mode', withVariables({ NODE_ENV: undefined }), 'settings', 'warning', /NODE_ENV/],
  ['an origin without https', withVariables({ CORS_ORIGINS: 'http://a.example' }), 'settings', 'warning', /a\.example/],
  ['raw HTML in contents', withVariables({ MARKDOWN_SANITIZE: 'false' }), 'settings', 'warning', /MARKDOWN_SANITIZE/],
  ['a secret of one letter', withVariables({ JWT_SECRET: 'a'.repeat(40) }), 'keys', 'failed', /JWT_SECRET/],
  [
    'the secret of an example',
    withVariables({ JWT_SECRET: 'please-change-me-before-production-1234' }),
    'keys',
    'failed',
    /guessed/,
  ],
  ['no key for stored secrets', withVariables({ SECRETS_KEY: undefined }), 'keys', 'warning', /SECRETS_KEY/],
  [
    'a missing key',
    onServer({ keys: { missing: ['k1'], needed: [], unneeded: [], configured: ['k2'] } }),
    'keys',
    'failed',
    /k1.*accept-loss/,
  ],
  ['a disk that is nearly full', withDisk(gibibyte), 'disk', 'warning', /1024 MiB of 102400/],
  ['a full disk', withDisk(0), 'disk', 'failed', /0 MiB/],
  ['an unusable data directory', { disk: { fault: 'DATA_DIR takes a directory' } }, 'disk', 'failed', /DATA_DIR/],
  ['no database', { database: fault }, 'database', 'failed', /ECONNREFUSED/],
  ['an old PostgreSQL', onServer({ version: '14.2', versionNumber: 140_002 }), 'database', 'failed', /14\.2/],
  ['another encoding', onServer({ encoding: 'SQL_ASCII' }), 'database', 'failed', /SQL_ASCII/],
  ['a standby', onServer({ isStandby: true }), 'database', 'failed', /primary/],
  ['a server that can lose data', onServer({ unsafeSettings: ['fsync'] }), 'database', 'failed', /fsync/],
  ['commits that no standby has', onServer({ isSynchronous: false }), 'standbys', 'warning', /fail-over/],
  ['few connections', onServer({ connections: { max: 97, used: 90 } }), 'database', 'warning', /DATABASE_POOL_SIZE/],
  ['fewer connections than the pool', onServer({ connections: { max: 9, used: 1 } }), 'database', 'failed', /max_conn/],
  [
    'an unencrypted connection',
    withVariables({ DATABASE_URL: 'postgres://db.example/x' }),
    'database',
    'warning',
    /sslmode/,
  ],
  ['an unreadable table', withRole({ unreadable: ['users'] }), 'role', 'failed', /users/],
  [
    'a superuser',
    withRole({ isSuperuser: true, ownsTables: true, mayChangeRecords: true }),
    'role',
    'warning',
    /super/,
  ],
  ['the owner of the tables', withRole({ ownsTables: true, mayChangeRecords: true }), 'role', 'warning', /drop them/],
  ['records that can be changed', withRole({ mayChangeRecords: true }), 'role', 'warning', /restrict\.sql/],
  [
    'migrations that the role may not run',
    onServer({ migrations: { pending: ['A1'], unknown: [] } }),
    'migrations',
    'failed',
    /A1.*migrate/,
  ],
  [
    'a database of a newer release',
    onServer({ migrations: { pending: [], unknown: ['Z1', 'Z2', 'Z3', 'Z4'] } }),
    'migrations',
    'failed',
    /4 .*Z1, Z2 and 2 more/,
  ],
  [
    'a table without a declared column',
    onServer({ tables: ['the table acme_labels lacks the column size (integer) of acme.label'] }),
    'migrations',
    'failed',
    /^The table acme_labels lacks .* portcullis migrate --plan/,
  ],
  ['a clock ahead', onServer({ clockAheadMs: 61_000 }), 'clock', 'failed', /61 s ahead/],
  ['a clock behind', onServer({ clockAheadMs: -61_000 }), 'clock', 'failed', /61 s behind/],
  ['no replica', { replicas: [{ host: 'standby', database: fault }] }, 'replicas', 'failed', /standby: connect/],
  ['a replica that is a primary', asStandby({ isStandby: false }), 'replicas', 'failed', /no standby/],
  [
    'a replica that is behind',
    asStandby({ migrations: { pending: ['A1'], unknown: [] } }),
    'replicas',
    'failed',
    /other migrations/,
  ],
  [
    'a replica that lags',
    asStandby({ walPosition: 900, replayedSecondsAgo: 11 }),
    'replicas',
    'warning',
    /over 10 s behind/,
  ],
  ['files of another installation', onServer({ files: { fault: 'other files' } }), 'files', 'failed', /other files/],
  [
    'a data directory that others can read',
    { disk: { value: { free: 50 * gibibyte, total: 100 * gibibyte, open: 970 } } },
    'disk',
    'warning',
    /970 files/,
  ],
  ['no Redis', { redis: fault }, 'counters', 'failed', /REDIS_URL/],
  ['no mail server', { mail: fault }, 'mail', 'failed', /SMTP_URL/],
  ['no mail at all', { ...withVariables({ SMTP_URL: undefined }), mail: undefined }, 'mail', 'warning', /invited/],
  ['nothing at the address', { publicUrl: fault }, 'address', 'warning', /PUBLIC_URL/],
  ['another service', { publicUrl: { value: { isPortcullis: false } } }, 'address', 'failed', /Another service/],
  ['no trusted proxy', withVariables({ TRUST_PROXY: '0' }), 'address', 'warning', /TRUST_PROXY/],
  [
    'an address without https',
    withVariables({ PUBLIC_URL: 'http://example.com', OIDC_PROVIDERS: undefined }),
    'address',
    'warning',
    /no https/,
  ],
  ['no provider', { providers: [{ key: 'staff', document: fault }] }, 'sign-in', 'failed', /staff/],
];

describe('The doctor', () => {
  it('finds no fault in a good installation, and says what it has checked', () => {
    expect(judge(good).filter(({ status }) => status !== 'ok')).to.deep.equal([]);
    expect(judge(good).map(({ part }) => part)).to.deep.equal(
      'versions settings keys disk database standbys role migrations clock replicas counters mail address sign-in'.split(
        ' ',
      ),
    );
  });

  for (const [title, facts, part, status, says] of planted) {
    it(`finds ${title}, and nothing else`, () => {
      const faults = judge({ ...good, ...facts }).filter((finding) => finding.status !== 'ok');
      expect(faults).to.have.lengthOf(1);
      const [found] = faults;
      expect({ part: found?.part, status: found?.status }).to.deep.equal({ part, status });
      expect(found?.message).to.match(says);
      expect(found?.message).not.to.match(/\n|secret@/);
    });
  }

  it('checks neither clock nor role of the embedded database, and nothing that is not configured', () => {
    const database: Facts['database'] = {
      value: { kind: 'embedded', migrations: server.migrations, tables: [], keys: server.keys, files: server.files },
    };
    const local = { ...good, config: readConfig({}), database, replicas: [], providers: [] };
    const findings = judge({ ...local, redis: undefined, mail: undefined, publicUrl: undefined });
    expect(findings.map(({ part, status }) => `${part} ${status}`)).to.deep.equal(
      'versions ok,settings ok,keys ok,disk ok,database ok,migrations ok'.split(','),
    );
  });

  it('claims no lack of further rights of a superuser, who is no fault on the machine of a developer', () => {
    const facts = { ...good, ...withRole({ isSuperuser: true }), ...withVariables({ NODE_ENV: undefined }) };
    const found = judge(facts).find(({ part }) => part === 'role');
    expect(found).to.include({ status: 'ok', message: 'portcullis has the rights that the service needs.' });
  });

  it('says which keys of stored secrets are still needed, and which can be removed', () => {
    const three = ['one', 'two', 'six'].map((name) => Buffer.alloc(32, name).toString('base64')).join(',');
    const told = (needed: readonly string[], unneeded: readonly string[]) => {
      const keys = { missing: [], needed, unneeded, configured: ['k1', 'k2', 'k3', 'derived'] };
      const facts = { ...good, ...onServer({ keys }), ...withVariables({ SECRETS_KEY: three }) };
      return judge(facts).find(({ part }) => part === 'keys');
    };
    expect(told(['k2'], ['k3', 'derived'])).to.include({ status: 'ok' });
    expect(told(['k2'], ['k3', 'derived'])?.message).to.match(
      /k2 of SECRETS_KEY still decrypts stored secrets\. k3 of SECRETS_KEY decrypts nothing any more: remove it\.$/,
    );
    expect(told(['derived'], [])?.message).to.match(/before SECRETS_KEY was set \(derived\) still decrypts/);
  });

  it('skips an embedded database that a running service uses', () => {
    const database: Facts['database'] = { value: { kind: 'in use', by: 'Process 7 is using the embedded database.' } };
    const findings = judge({ ...good, config: readConfig({}), database });
    expect(findings.filter(({ part }) => part === 'database')).to.have.lengthOf(1);
    expect(findings.find(({ part }) => part === 'database')).to.include({ status: 'skipped' });
  });
});
