import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../src/index.ts';
import { UnconfirmedAccounts1795333100000 } from '../src/migrations/1795333100000-unconfirmed-accounts.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

interface Stored {
  readonly name: string;
  /** Whether the account registered itself. Default: true. */
  readonly isRegistered?: boolean;
  readonly isVerified?: boolean;
  readonly role?: 'USER' | 'MODERATOR';
  readonly source?: string;
}

const accounts: readonly Stored[] = [
  { name: 'registered', role: 'USER' },
  { name: 'without-roles' },
  { name: 'mapped', role: 'MODERATOR', source: 'corp' },
  { name: 'verified', role: 'USER', isVerified: true },
  { name: 'moderator', role: 'MODERATOR' },
  { name: 'created', role: 'USER', isRegistered: false },
];

const insertUser = `INSERT INTO users
  (id, email, email_key, email_verified, username, username_key, password_hash, status, created_at, updated_at)
  VALUES ($1, $2, $2, $3, $2, $2, 'hash', 1, now(), now())`;
const insertEvent = `INSERT INTO new_events (id, type, occurred_at, actor_type, actor_id, ip_address, user_agent,
  subject_type, subject_id, changes) VALUES (gen_random_uuid(), 'user.created', now(), 'user', $1, '', '', 'user', $2, '{}')`;
const insertRole = `INSERT INTO user_roles (user_id, role_id, source) SELECT $1, id, $3 FROM roles WHERE code = $2`;

function migrates(database: () => Database): void {
  it('finds the accounts that registered themselves and that nobody has confirmed', async () => {
    const { pool, dataSource } = database();
    const admin = randomUUID();
    await pool.query('DROP TABLE unconfirmed_accounts');
    for (const [index, { name, isRegistered = true, isVerified = false, role, source }] of accounts.entries()) {
      const id = randomUUID();
      await pool.query(insertUser, [id, name, isVerified]);
      await pool.query(insertEvent, [isRegistered ? id : admin, id]);
      if (role !== undefined) await pool.query(insertRole, [id, role, source ?? null]);
      // The first event gets its position now, and is then in another table than the later ones.
      if (index === 0) await pool.query('SELECT number_events()');
    }
    const runner = dataSource.createQueryRunner();
    await new UnconfirmedAccounts1795333100000().up(runner);
    await runner.release();
    const { rows } = await pool.query(
      'SELECT username FROM unconfirmed_accounts JOIN users ON id = user_id ORDER BY username',
    );
    expect(rows.map(({ username }) => username)).to.deep.equal(['mapped', 'registered', 'without-roles']);
  });
}

describe('Migration of unconfirmed accounts', () => {
  describe('on the embedded database', () => migrates(freshDatabase(undefined)));

  describeOnServer('on PostgreSQL', () => migrates(freshDatabase(serverUrl)));
});
