import { searchContents } from '@portcullis/application/internal/contents/search-contents';
import { aContent, aTag, given } from '@portcullis/testing';
import { expect } from 'chai';
import { typeormUnitOfWork, viewsOf } from '../src/index.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

/** A query, the title of the only content, and the highlighted word of the title; undefined if nothing is found. */
type Case = readonly [q: string, title: string, match: string | undefined];

const casesOf: Readonly<Record<string, readonly Case[]>> = {
  simple: [
    ['connected', 'The Connections', undefined],
    ['connect', 'The Connections', 'Connections'],
    ['the', 'The Connections', 'The'],
    ['häusern', 'Alte Häuser', undefined],
    ['中文', '支持中文搜索', '中文'],
  ],
  english: [
    ['connected', 'The Connections', 'Connections'],
    ['CONNECTIVE', 'Reconnecting, connecting', 'connecting'],
    ['the', 'The Connections', 'The'],
    ['the', 'Their Connections', 'Their'],
    ['connecting', 'The Connectedness', undefined],
    ['connecting', 'Connectedness, connected', 'connected'],
    ['happily', 'Happy', undefined],
    ['parties', 'The Party', 'Party'],
    ['häusern', 'Alte Häuser', undefined],
    ['中文 connected', '连接中文 connections', '中文'],
    ['v2', 'The v2 release', 'v2'],
  ],
  german: [
    ['häusern', 'Alte Häuser', 'Häuser'],
    ['Haus', 'Alte Häuser', 'Häuser'],
    ['Äpfel', 'Der Apfel', 'Apfel'],
    ['connected', 'The Connections', undefined],
  ],
  french: [
    ['nationales', 'Le journal national', 'national'],
    ['élèves', "L'élève", 'élève'],
  ],
  russian: [['книгами', 'Новые книги', 'книги']],
  spanish: [['canciones', 'Una canción', 'canción']],
};

function searchIn(title: string, language: string, adminUrl: string | undefined): void {
  describe(`Search in ${language} on ${title}`, () => {
    const open = freshDatabase(adminUrl, { searchLanguage: language });
    const search = async (q: string) => {
      const run = searchContents({ contents: viewsOf(open().reader).contents });
      return (await run({ query: { q, page: 1, pageSize: 10 }, reach: async () => false })).items;
    };

    for (const [q, text, match] of casesOf[language] ?? []) {
      it(`${match === undefined ? 'does not find' : 'finds and highlights'} '${q}' in '${text}'`, async () => {
        const content = aContent({ status: 'PUBLISHED', title: text });
        await given(typeormUnitOfWork(open()), { contents: [content] });
        const found = (await search(q)).filter(({ id }) => id === content.id);
        expect(found.map(({ highlights }) => highlights.map((each) => [each.field, each.match]))).to.deep.equal(
          match === undefined ? [] : [[['title', match]]],
        );
        await typeormUnitOfWork(open()).run((tx) => tx.contents.remove(content.id));
      });
    }
  });
}

function searchOn(title: string, adminUrl: string | undefined): void {
  for (const language of Object.keys(casesOf)) searchIn(title, language, adminUrl);

  describe(`Highlights in english on ${title}`, () => {
    const open = freshDatabase(adminUrl, { searchLanguage: 'english' });

    it('mark other forms of a word in every field, in Markdown and in HTML', async () => {
      const { reader } = open();
      const tag = aTag({ name: 'running' });
      const markdown = aContent({
        status: 'PUBLISHED',
        title: 'Run',
        summary: 'He says: runs.',
        contentMd: 'a runner, *running*',
      });
      const html = aContent({
        status: 'PUBLISHED',
        title: 'x',
        editorType: 'RICHTEXT',
        contentHtml: '<p>the <b>run</b>',
      });
      await given(typeormUnitOfWork(open()), {
        tags: [tag],
        contents: [markdown, html],
        contentTags: [[markdown.id, [tag.id]]],
      });
      const run = searchContents({ contents: viewsOf(reader).contents });
      const { items } = await run({ query: { q: 'runs', page: 1, pageSize: 10 }, reach: async () => false });
      const marked = items.map(({ id, highlights }) => [id, highlights.map(({ field, match }) => [field, match])]);
      expect(marked).to.deep.equal([
        [
          markdown.id,
          [
            ['title', 'Run'],
            ['tag', 'running'],
            ['summary', 'runs'],
            ['body', 'running'],
          ],
        ],
        [html.id, [['body', 'run']]],
      ]);
    });
  });
}

describe('Search languages on the embedded database', () => {
  searchOn('the embedded database', undefined);
});

describeOnServer('Search languages on PostgreSQL', () => {
  searchOn('PostgreSQL', serverUrl);
});
