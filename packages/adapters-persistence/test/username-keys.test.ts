import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, viewsOf } from '../src/index.ts';
import { UsernameKeys1795271000000 } from '../src/migrations/1795271000000-username-keys.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

/** User names with the keys that the previous release stored, oldest first. */
const stored: readonly (readonly [username: string, key: string])[] = [
  ['Ada', 'ada'],
  ['ＡＤＡ', 'ａｄａ'],
  ['Ｂｏｂ', 'ｂｏｂ'],
  ['ﬁona', 'ﬁona'],
  ['Ｆｉｏｎａ', 'ｆｉｏｎａ'],
  ['ΝΙΚΟΣ', 'νικος'],
  ['李小龙', '李小龙'],
  ['ro\u3164ot', 'ro\u3164ot'],
];

/** The keys after the migration. A name keeps its old key if another account already has its new key. */
const expectedKeys: readonly string[] = [
  'ada',
  'ａｄａ',
  'bob',
  'fiona',
  'ｆｉｏｎａ',
  'νικοσ',
  '李小龙',
  'ro\u1160ot',
];

const insert = `INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
  VALUES ($1, $2, $2, $3, $4, 'hash', 1, to_timestamp($5), now())`;

function migrates(database: () => Database): void {
  it('recomputes keys of compatibility forms, keeps keys that would collide, and lets every account log in', async () => {
    const { pool, dataSource, reader } = database();
    for (const [index, [username, key]] of stored.entries()) {
      await pool.query(insert, [randomUUID(), `${index}@example.com`, username, key, index]);
    }
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await new UsernameKeys1795271000000().up(runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
    const { rows } = await pool.query('SELECT username_key AS key FROM users ORDER BY created_at');
    expect(rows.map(({ key }) => key)).to.deep.equal(expectedKeys);
    for (const [username] of stored) {
      expect(await viewsOf(reader).users.credentials(username)).to.include({ username });
    }
  });
}

describe('Migration of user name keys', () => {
  describe('on the embedded database', () => migrates(freshDatabase(undefined)));

  describeOnServer('on PostgreSQL', () => migrates(freshDatabase(serverUrl)));
});
