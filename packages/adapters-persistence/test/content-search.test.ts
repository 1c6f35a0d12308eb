import { indexContents } from '@portcullis/application/internal/contents/search-contents';
import { aContent, aTag, given } from '@portcullis/testing';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import { searchWords } from '@portcullis/domain/internal/contents/search';
import { expect } from 'chai';
import { openDatabase, typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { embeddedDatabase, emptyDatabase, describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

const published = (title: string, contentMd: string | null = null) =>
  aContent({ status: 'PUBLISHED', title, contentMd });

const found = async ({ reader }: Database, q: string) =>
  (await viewsOf(reader).contents.search({ q, page: 1, pageSize: 100, status: 'PUBLISHED' })).items.map(({ id }) => id);

/** Runs the background job for indexing again and again, until the queue is empty. */
async function indexAll({ dataSource }: Database): Promise<void> {
  const index = indexContents({ work: typeormUnitOfWork({ dataSource }) });
  for (let round = 0; round < 100; round += 1) if ((await index()) === 0) return;
  throw new Error('The queue does not become empty.');
}

function searchOn(title: string, open: () => Database): void {
  describe(`The search index on ${title}`, () => {
    it('adds contents written by another program in the background, and finds no obsolete text before that', async () => {
      const database = open();
      const content = published('oldtitle');
      await given(typeormUnitOfWork(database), { contents: [content] });
      await database.dataSource.query('UPDATE contents SET title = $2 WHERE id = $1', [content.id, 'newtitle']);
      expect(await found(database, 'oldtitle')).to.deep.equal([]);
      expect(await found(database, 'newtitle')).to.deep.equal([]);
      await indexAll(database);
      expect(await found(database, 'newtitle')).to.deep.equal([content.id]);
    });

    it('adds the end of a very long text in the background', async () => {
      const database = open();
      const content = published('verylong', `beginning ${'很长的文本'.repeat(100_000)} theend`);
      await given(typeormUnitOfWork(database), { contents: [content] });
      expect(await found(database, 'verylong beginning 文本')).to.deep.equal([content.id]);
      expect(await found(database, 'verylong theend')).to.deep.equal([]);
      await indexAll(database);
      expect(await found(database, 'verylong theend')).to.deep.equal([content.id]);
    });

    it('indexes only the title and the summary of a long content if nothing else has changed', async () => {
      const database = open();
      const { dataSource } = database;
      const work = typeormUnitOfWork(database);
      const content = published('firsttitle', `${'word '.repeat(40_000)} lastword`);
      await given(work, { contents: [content] });
      await indexAll(database);
      const bodies = (): Promise<readonly object[]> =>
        dataSource.query('SELECT part, ctid FROM content_search WHERE content_id = $1 AND part >= 0 ORDER BY part', [
          content.id,
        ]);
      const unchanged = await bodies();
      expect(unchanged).to.have.length.above(1);
      const setTitle = (words: string) =>
        dataSource.query('UPDATE contents SET title = $2, summary = $2 WHERE id = $1', [content.id, words]);
      await setTitle('secondtitle');
      expect(await found(database, 'firsttitle')).to.deep.equal([]);
      await indexAll(database);
      expect(await found(database, 'firsttitle')).to.deep.equal([]);
      expect(await found(database, 'secondtitle lastword')).to.deep.equal([content.id]);
      expect(await bodies()).to.deep.equal(unchanged);
      // The whole content is indexed if the title changes before a change of the text was indexed.
      await dataSource.query('UPDATE contents SET content_md = $2 WHERE id = $1', [content.id, 'brief']);
      await setTitle('thirdtitle');
      await indexAll(database);
      expect(await found(database, 'thirdtitle brief')).to.deep.equal([content.id]);
      expect(await found(database, 'lastword')).to.deep.equal([]);
      expect(await found(database, 'secondtitle')).to.deep.equal([]);
    });

    it('finds a long content by its tags, also while its short part is missing or its first part has a tag, too', async () => {
      const { dataSource, reader } = open();
      const work = typeormUnitOfWork(open());
      const content = published('tagged', 'word '.repeat(40_000));
      const [first, second] = [aTag({ name: 'firsttag' }), aTag({ name: 'secondtag' })];
      await given(work, { contents: [content], tags: [first, second], contentTags: [[content.id, [first.id]]] });
      const setTags = (before: readonly TagId[], after: readonly TagId[]) =>
        work.run((tx) => tx.contents.setTags(content.id, { before, after }));
      const foundBy = async (tagId: TagId) =>
        (await viewsOf(reader).contents.search({ q: 'tagged word', page: 1, pageSize: 9, tagId })).items.length;
      const matches = async () => [await foundBy(first.id), await foundBy(second.id)];
      expect(await matches()).to.deep.equal([1, 0]);
      await setTags([first.id], [second.id]);
      expect(await matches()).to.deep.equal([0, 1]);
      // While the short part -1 is missing, because the title has changed, part 0 gets the tags.
      const copy = `UPDATE content_search first SET lexemes = first.lexemes || head.lexemes FROM content_search head
        WHERE first.content_id = $1 AND first.part = 0 AND head.content_id = $1 AND head.part = -1`;
      await dataSource.query(copy, [content.id]);
      await setTags([second.id], [first.id]);
      expect(await matches()).to.deep.equal([1, 0]);
      await dataSource.query(copy, [content.id]);
      await dataSource.query('DELETE FROM content_search WHERE content_id = $1 AND part = -1', [content.id]);
      await setTags([first.id], [second.id]);
      expect(await matches()).to.deep.equal([0, 1]);
      await setTags([second.id], []);
      expect(await matches()).to.deep.equal([0, 0]);
    });

    it('returns matches in the same order whether it tests the newest contents or sorts all matches', async () => {
      const { dataSource, reader } = open();
      const made = Array.from({ length: 30 }, (_, day) => ({
        ...published(day % 3 === 0 ? 'plentiful' : 'few', 'plentiful'),
        createdAt: new Date(Date.UTC(2026, 1, day + 1)),
      }));
      await given(typeormUnitOfWork({ dataSource }), { contents: made });
      const newest = made.toReversed().map(({ id }) => id);
      const expected = [...newest.filter((_, at) => at % 3 === 2), ...newest.filter((_, at) => at % 3 !== 2)];
      const pages = async () => {
        const page = (number: number, pageSize: number) =>
          viewsOf(reader).contents.search({ q: 'plentiful', page: number, pageSize, status: 'PUBLISHED' });
        for (const size of [4, 7, 30]) {
          const read = await Promise.all(expected.map((_, at) => page(at + 1, size)));
          expect(read.flatMap(({ items }) => items.map(({ id }) => id))).to.deep.equal(expected);
          expect(new Set(read.map(({ total }) => total))).to.deep.equal(new Set([30]));
        }
      };
      const setRows = (rows: number) =>
        dataSource.query(`UPDATE pg_class SET reltuples = ${rows} WHERE relname = 'content_search'`);
      // Whether a word is frequent depends on PostgreSQL's estimate of the number of rows in the table. 30 matches are
      // many if the estimate is 1 row, but few if it is a million rows.
      for (const rows of [1, 1_000_000]) {
        await setRows(rows);
        await pages();
      }
    });

    it('contains a text with more than 20,000 different pairs of characters', async () => {
      const database = open();
      let text = '';
      for (let at = 0; at < 65_000; at += 1) text += String.fromCodePoint(0x20000 + ((at * at * 7 + at) % 40_000));
      const content = published('distinct', text);
      await given(typeormUnitOfWork(database), { contents: [content] });
      expect(await found(database, [...text].slice(31_000, 31_008).join(''))).to.deep.equal([content.id]);
      await indexAll(database);
      expect(await found(database, [...text].slice(-8).join(''))).to.deep.equal([content.id]);
      expect(new Set(searchWords(text)).size).to.be.greaterThan(20_000);
    });
  });
}

describe('Search on the embedded database', () => {
  searchOn('the embedded database', embeddedDatabase());
});

describeOnServer('Search on PostgreSQL', () => {
  searchOn('PostgreSQL', freshDatabase(serverUrl));

  it('finds other forms of a word in the configured language after the contents were indexed again', async () => {
    const { url, drop } = await emptyDatabase();
    const plain = await openDatabase({ url, poolSize: 2 });
    const content = published('The Connections');
    try {
      await given(typeormUnitOfWork(plain), { contents: [content] });
      expect(await found(plain, 'connected')).to.deep.equal([]);
    } finally {
      await plain.close();
    }
    const english = await openDatabase({ url, poolSize: 2, searchLanguage: 'english' });
    try {
      await indexAll(english);
      expect(await found(english, 'connected')).to.deep.equal([content.id]);
      // A stop word has no stem, so the search uses only the word itself.
      expect(await found(english, 'the connect')).to.deep.equal([content.id]);
      await given(typeormUnitOfWork(english), { contents: [published('Connecting')] });
      expect((await found(english, 'connected')).length).to.equal(2);
    } finally {
      await english.close();
      await drop();
    }
  });
});
