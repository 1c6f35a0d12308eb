import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { aPerson, logInAs, sharedService, type Person, type Service } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

// The embedded database has one connection, so nothing runs concurrently there.
describeOnPostgres('A password that changes while it is used', () => {
  let service: Service;
  let person: Person;
  /** The hash of a password that is not the password of `person`, with the cost parameters that the service uses. */
  const otherHash = '$argon2id$v=19$m=19456,t=2,p=1$b3RoZXJvdGhlcm90aGVy$1111111111111111111111111111111111111111111';

  beforeEach(async () => {
    service = await sharedService();
    person = await aPerson(service);
  });

  /**
   * Runs `work`, which checks the password of `person` and then writes to the database. Between the check and the
   * write, sets another password and deletes the sessions of `person`.
   */
  async function meanwhile<Result>(work: () => Promise<Result>): Promise<Result> {
    const client = await service.server.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [person.id, otherHash]);
      await client.query('DELETE FROM sessions WHERE user_id = $1', [person.id]);
      const result = work();
      await sleep(500);
      await client.query('COMMIT');
      return await result;
    } finally {
      client.release();
    }
  }

  it('opens no session with the old password', async () => {
    const { username, password } = person;
    const { status, code } = await meanwhile(() => service.api.post('/auth/login', { username, password }));
    expect([status, code]).to.deep.equal([401, 1101]);
  });

  it('is not replaced by a change that was verified with the old password', async () => {
    const caller = await logInAs(service.api, person);
    const change = { currentPassword: person.password, newPassword: 'a brand new password' };
    const { status, code } = await meanwhile(() => caller.put('/auth/password', change));
    expect([status, code]).to.deep.equal([400, 1005]);
    const { pool } = service.server.database;
    const sql = 'SELECT password_hash AS hash FROM users WHERE id = $1';
    const { rows } = await pool.query<{ hash: string }>(sql, [person.id]);
    expect(rows).to.deep.equal([{ hash: otherHash }]);
  });
});
