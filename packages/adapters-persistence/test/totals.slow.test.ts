import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import { type Database, viewsOf } from '../src/index.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';
import { historyOf } from './support/histories.ts';

/** Returns the totals that are wrong. All totals are read from the same snapshot. */
const wrong = async (db: Pool | PoolClient): Promise<readonly object[]> =>
  (await db.query('SELECT * FROM wrong_totals()')).rows;

const aTag = `INSERT INTO tags (id, name, name_key, slug, created_at, updated_at)
  SELECT gen_random_uuid(), name, name, name, now(), now() FROM (SELECT gen_random_uuid()::text AS name) made`;

async function asOneClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const done = await work(client);
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const page = { page: 1, pageSize: 1 };

function totalsOf(database: () => Database, histories: number): void {
  it('include the built-in rows after the migrations', async () => {
    const { pool } = database();
    expect(await wrong(pool)).to.deep.equal([]);
    const { rows } = await pool.query('SELECT DISTINCT list FROM totals');
    expect(rows.map(({ list }) => list)).to.include.members(['roles', 'permissions', 'menus']);
  });

  it('are correct in every snapshot while several writers commit and roll back concurrently', async () => {
    const { pool } = database();
    const owners = ['a', 'b', 'c', 'd'];
    await fc.assert(
      fc.asyncProperty(fc.tuple(...owners.map(historyOf)), async (all) => {
        const write = (history: readonly string[]) =>
          asOneClient(pool, async (client) => {
            for (const statement of history) {
              await client.query(statement);
              expect(await wrong(client), statement).to.deep.equal([]);
            }
          });
        await Promise.all(all.map(write));
      }),
      { numRuns: histories },
    );
  });

  it('count all rows that one statement inserts or deletes', async () => {
    const { pool, reader } = database();
    const { total } = await viewsOf(reader).users.list(page);
    await pool.query(`INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
      SELECT gen_random_uuid(), i, i, i, i, '', 1, now(), now() FROM (SELECT 'many-' || generate_series(1, 1000) AS i) made`);
    expect((await viewsOf(reader).users.list(page)).total).to.equal(total + 1000);
    await pool.query(`DELETE FROM users WHERE username_key LIKE 'many-%'`);
    expect((await viewsOf(reader).users.list(page)).total).to.equal(total);
  });

  it('are removed when a table is truncated', async () => {
    const { pool, reader } = database();
    await pool.query(aTag);
    await pool.query('TRUNCATE tags CASCADE');
    expect(await viewsOf(reader).tags.list(page)).to.deep.equal({ items: [], total: 0, ...page });
    await pool.query(aTag);
    expect((await viewsOf(reader).tags.list(page)).total).to.equal(1);
    expect(await wrong(pool)).to.deep.equal([]);
  });

  it('can be checked and recounted after triggers were disabled', async () => {
    const { pool } = database();
    await pool.query('TRUNCATE tags CASCADE');
    await pool.query('ALTER TABLE tags DISABLE TRIGGER USER');
    await pool.query(aTag);
    await pool.query('ALTER TABLE tags ENABLE TRIGGER USER');
    expect(await wrong(pool)).to.deep.equal([{ list: 'tags', key: '', kept: '0', counted: '1' }]);
    await pool.query('SELECT recount_totals()');
    expect(await wrong(pool)).to.deep.equal([]);
  });
}

describe('Totals on the embedded database', () => {
  // The embedded database has one connection, so writers run one after another. Only the tests on PostgreSQL have
  // concurrent writers.
  totalsOf(freshDatabase(undefined), 3);
});

describeOnServer('Totals on PostgreSQL', () => {
  const database = freshDatabase(serverUrl);
  totalsOf(database, 12);

  it('do not make writers wait for each other', async () => {
    const { pool } = database();
    await asOneClient(pool, async (lingering) => {
      await lingering.query('BEGIN');
      await lingering.query(aTag);
      // If these statements had to wait, they would fail with a lock timeout.
      await Promise.all([pool.query(aTag), pool.query(aTag)]);
      await lingering.query('COMMIT');
    });
    expect(await wrong(pool)).to.deep.equal([]);
  });

  it('count the published contents of a tag correctly if publishing and tagging run concurrently in any order', async () => {
    const { pool, reader } = database();
    const [content, tag] = [anId<'Content'>(), anId<'Tag'>()];
    await pool.query(`INSERT INTO tags (id, name, name_key, slug, created_at, updated_at)
      VALUES ('${tag}', '', '${tag}', '${tag}', now(), now())`);
    await pool.query(`INSERT INTO contents (id, title, slug, editor_type, toc, status, created_at, updated_at)
      VALUES ('${content}', '', '${content}', 'MARKDOWN', '[]', 'DRAFT', now(), now())`);
    const publish = `UPDATE contents SET status = 'PUBLISHED' WHERE id = '${content}'`;
    const link = `INSERT INTO content_tags (content_id, tag_id) VALUES ('${content}', '${tag}')`;
    for (const [first, second] of [
      [publish, link],
      [link, publish],
    ] as const) {
      await pool.query(`UPDATE contents SET status = 'DRAFT'; DELETE FROM content_tags`);
      await asOneClient(pool, async (lingering) => {
        await lingering.query('BEGIN');
        await lingering.query(first);
        const waiting = pool.query(second);
        await lingering.query('SELECT pg_sleep(0.05)');
        await lingering.query('COMMIT');
        await waiting;
      });
      expect((await viewsOf(reader).tags.find(tag))?.contentCount).to.equal(1);
      expect(await wrong(pool)).to.deep.equal([]);
    }
  });

  it('do not have more slots than there were concurrent writers', async () => {
    const { pool } = database();
    for (let turn = 0; turn < 20; turn += 1) await Promise.all([1, 2, 3].map(() => pool.query(aTag)));
    const { rows } = await pool.query(`SELECT count(*)::int AS slots FROM totals WHERE list = 'tags'`);
    expect(rows[0].slots).to.be.within(1, 3);
  });
});
