import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Database } from '../src/index.ts';
import { AccountsWithoutPassword1795332000000 } from '../src/migrations/1795332000000-accounts-without-password.ts';
import { SessionPasskeys1795332100000 } from '../src/migrations/1795332100000-session-passkeys.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

const insertUser = `INSERT INTO users (id, email, email_key, username, username_key, password_hash, password_resets,
    status, created_at, updated_at)
  VALUES ($1, $2, $2, $2, $2, 'hash', $3, $4, now(), now())`;
const insertSession = `INSERT INTO sessions (id, user_id, refresh_hash, ip_address, user_agent, created_at, last_used_at, expires_at)
  VALUES ($1, $2, '', '', '', now(), now(), now() + interval '1 day')`;
const insertEvent = (
  table: string,
) => `INSERT INTO ${table} (${table === 'events' ? 'position, ' : ''}id, type, occurred_at,
    actor_type, actor_id, ip_address, user_agent, subject_type, subject_id, changes, request_id)
  VALUES (${table === 'events' ? "nextval('event_positions'), " : ''}gen_random_uuid(), $1,
    now() + make_interval(secs => $2), 'user', $3, '', '', 'user', $4, '{}', $5)`;

function migrates(database: () => Database): void {
  it('remove the random password of people who signed up at a provider, and the sessions of disabled users', async () => {
    const { pool, dataSource } = database();
    const aUser = async (resets = 0, status = 1): Promise<string> => {
      const id = randomUUID();
      await pool.query(insertUser, [id, `user-${id}`, resets, status]);
      await pool.query(insertSession, [randomUUID(), id]);
      return id;
    };
    const record = async (
      userId: string,
      { table = 'events', by = userId, linkedBy = 'request', after = 0.1 } = {},
    ): Promise<void> => {
      await pool.query(insertEvent(table), ['user.created', 0, by, userId, `request of ${userId}`]);
      await pool.query(insertEvent(table), ['identity.linked', after, by, userId, `${linkedBy} of ${userId}`]);
    };
    const [signedUp, recently, reset, registered, slow, created, disabled] = [
      await aUser(),
      await aUser(),
      await aUser(1),
      await aUser(),
      await aUser(),
      await aUser(),
      await aUser(0, 0),
    ];
    await record(signedUp);
    await record(recently, { table: 'new_events' });
    await record(reset);
    await record(registered, { linkedBy: 'another request' });
    await record(slow, { after: 30 });
    await record(created, { by: randomUUID() });
    const runner = dataSource.createQueryRunner();
    const steps = [new AccountsWithoutPassword1795332000000(), new SessionPasskeys1795332100000()];
    try {
      await runner.startTransaction();
      await runner.query(`
        ALTER TABLE sessions DROP COLUMN passkey_id;
        UPDATE users SET password_hash = '' WHERE password_hash IS NULL;
        ALTER TABLE users ALTER COLUMN password_hash SET NOT NULL`);
      for (const step of steps) await step.up(runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
    const { rows: users } = await pool.query('SELECT id FROM users WHERE password_hash IS NULL');
    expect(users.map(({ id }) => id)).to.have.members([signedUp, recently]);
    const { rows: sessions } = await pool.query('SELECT user_id AS id FROM sessions');
    const kept = [signedUp, recently, reset, registered, slow, created];
    expect(sessions.map(({ id }) => id))
      .to.have.members(kept)
      .and.not.include(disabled);
  });
}

describe('Migrations to accounts without a password and to sessions of passkeys', () => {
  describe('on the embedded database', () => migrates(freshDatabase(undefined)));

  describeOnServer('on PostgreSQL', () => migrates(freshDatabase(serverUrl)));
});
