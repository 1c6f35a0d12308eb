import { randomBytes } from 'node:crypto';
import { aContent } from '@portcullis/testing';
import { size } from '@portcullis/testing/internal/full-size';
import { expect } from 'chai';
import { typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { freshDatabase, serverUrl } from './support/databases.ts';

/** Returns the disk space of the revisions, including indexes, in bytes. */
async function spaceOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT (pg_total_relation_size('content_revisions') + pg_total_relation_size('content_texts'))::int AS bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

/** Returns the size of the stored values of the revisions in bytes, without pages and indexes. */
async function lengthOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT ((SELECT sum(pg_column_size(r.*)) FROM content_revisions r)
      + (SELECT sum(pg_column_size(t.body) + pg_column_size(t.hash)) FROM content_texts t))::int AS bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

function spaceTest(database: () => Database): void {
  /** The number of bytes of the text: 1 MB in full size. */
  const bytes = size(1024 * 1024);

  it('100 revisions with an unchanged text of 1 MB take at most 1.1 MB', async () => {
    const work = typeormUnitOfWork(database());
    // Random characters cannot be compressed.
    const content = aContent({ contentMd: randomBytes(Math.floor((bytes * 3) / 4)).toString('base64') });
    const createdAt = new Date();
    const add = (title: string) =>
      work.run(async (tx) => {
        await tx.contents.lock(content.id);
        await tx.revisions.addMissing([content.id]);
        await tx.contents.save({ ...content, title });
        await tx.revisions.addAll([
          { contentId: content.id, kind: 'SAVE', authorId: null, createdAt, changedFields: ['title'] },
        ]);
      });
    await work.run((tx) => tx.contents.add(content));
    await add('Title 1');
    const before = await spaceOf(database());
    for (let n = 2; n < 100; n += 1) await add(`Title ${n}`);
    const { rows } = await database().pool.query('SELECT count(*)::int AS texts FROM content_texts');
    expect(rows).to.deep.equal([{ texts: 1 }]);
    expect(await lengthOf(database())).to.be.at.most(bytes + 0.1 * 1024 * 1024);
    expect((await spaceOf(database())) - before).to.be.at.most(0.1 * 1024 * 1024);
    expect((await viewsOf(database().reader).contents.find(content.id))?.version).to.equal(100);
  });
}

// The test takes long, and both kinds of database store these values in the same way, so one kind is sufficient.
if (serverUrl === undefined) describe('Revisions on the embedded database', () => spaceTest(freshDatabase(undefined)));
else describe('Revisions on PostgreSQL', () => spaceTest(freshDatabase(serverUrl)));
