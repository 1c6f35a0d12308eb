import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { AddressKeys1795333200000 } from '../src/migrations/1795333200000-address-keys.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

/** Addresses that the previous release stored, oldest first, each with the key that the migration adds. */
const stored: readonly (readonly [email: string, addressKey: string | null])[] = [
  ['Ada@Example.com', null],
  ['ａｄａ@example.com', null],
  ['ada@example。com', null],
  ['bob@BÜCHER.de', 'bob@xn--bcher-kva.de'],
  ['bob@bu\u0308cher。de', null],
  ['vıctor@example.com', 'victor@example.com'],
  ['eve@exam\u200bple.com', null],
  ['eve@g\u043e\u043egle.com', 'eve@xn--ggle-55da.com'],
  ['ΝΙΚΟΣ@example.com', 'νικοσ@example.com'],
];

const insert = `INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $4, 'hash', 1, to_timestamp($5), now())`;

const oldKey = (email: string): string => email.toLowerCase().normalize('NFC');

function migrates(database: () => Database): void {
  it('keeps the keys of existing addresses, adds keys that do not collide, and finds every account', async () => {
    const { pool, dataSource, reader } = database();
    await pool.query('DROP INDEX users_address_key; ALTER TABLE users DROP COLUMN address_key');
    for (const [index, [email]] of stored.entries()) {
      await pool.query(insert, [randomUUID(), email, oldKey(email), `user${index}`, index]);
    }
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await new AddressKeys1795333200000().up(runner);
    await runner.commitTransaction();
    await runner.release();
    const { rows } = await pool.query('SELECT email, email_key, address_key, version FROM users ORDER BY created_at');
    expect(rows.map((row) => [row.email, row.address_key])).to.deep.equal(stored);
    expect(rows.map((row) => row.email_key)).to.deep.equal(stored.map(([email]) => oldKey(email)));
    expect(new Set(rows.map(({ version }) => version))).to.deep.equal(new Set([1]));
    const users = viewsOf(reader).users;
    const found = async (login: string) => (await users.credentials(login))?.username;
    for (const [index, [email]] of stored.entries()) {
      expect(await found(email), email).to.equal(`user${index}`);
      expect(await found(email.toUpperCase().toLowerCase()), email).to.equal(`user${index}`);
    }
    expect(await found('bob@xn--bcher-kva.de')).to.equal('user3');
    expect(await found('VICTOR@example.com')).to.equal('user5');
    expect(await found('eve@example.com')).to.equal(undefined);
    expect(await users.taken({ email: 'eve@example.com', username: 'free' })).to.include({ email: false });
  });

  it('an account without a second key keeps working when it is saved, and gets one with another address', async () => {
    const { pool, reader } = database();
    const [, , { id }] = (await pool.query('SELECT id FROM users ORDER BY created_at')).rows;
    const work = typeormUnitOfWork(database());
    const change = (email?: string) =>
      work.run(async (tx) => {
        const user = (await tx.users.lock(id)) ?? expect.fail('There is no user.');
        await tx.users.save({ ...user, ...(email === undefined ? { nickName: 'Ada' } : { email }) });
      });
    const key = async () => (await pool.query('SELECT address_key FROM users WHERE id = $1', [id])).rows[0].address_key;
    await change();
    expect(await key()).to.equal(null);
    await change('ada@例子。测试');
    expect(await key()).to.equal('ada@xn--fsqu00a.xn--0zwm56d');
    await change('ada2@example.com');
    expect(await key()).to.equal(null);
    expect((await viewsOf(reader).users.credentials('ADA2@example.com'))?.userId).to.equal(id);
  });
}

describe('Migration of the keys of e-mail addresses', () => {
  describe('on the embedded database', () => migrates(freshDatabase(undefined)));

  describeOnServer('on PostgreSQL', () => migrates(freshDatabase(serverUrl)));
});
