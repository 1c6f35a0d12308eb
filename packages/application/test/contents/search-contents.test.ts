import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { indexContents, searchContents } from '../../src/contents/search-contents.ts';
import type { ContentSearchQuery, ContentViews } from '../../src/ports/contents.ts';
import { replaceMembers } from '../support/replace-members.ts';
import { aContent, anId, aTag, aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('searchContents', () => {
  const author = aUser();
  const published = aContent({ status: 'PUBLISHED', title: 'Fox one' });
  const ownDraft = aContent({ status: 'DRAFT', title: 'Fox two', authorId: author.id });
  const otherDraft = aContent({ status: 'DRAFT', title: 'Fox three' });
  const own: Reach = { attr: 'resource.authorId', eq: author.id };
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = new InMemoryWorld();
    await given(world, { users: [author], contents: [published, ownDraft, otherDraft] });
  });

  const search = (query: Partial<ContentSearchQuery>, reach: Reach = false, contents: ContentViews = world.contents) =>
    searchContents({ contents })({ query: { q: 'fox', page: 1, pageSize: 10, ...query }, reach: async () => reach });
  const idsOf = async (found: ReturnType<typeof search>) => (await found).items.map(({ id }) => id);

  it('finds only published contents if no status is requested, for every reader', async () => {
    for (const reach of [false, own, true]) {
      expect(await idsOf(search({}, reach))).to.deep.equal([published.id]);
      expect(await idsOf(search({ status: 'PUBLISHED' }, reach))).to.deep.equal([published.id]);
    }
  });

  it('finds contents with another status only if the reader may read them', async () => {
    const status = 'DRAFT';
    expect(await search({ status, page: 2, pageSize: 5 })).to.deep.equal({ items: [], total: 0, page: 2, pageSize: 5 });
    expect(await idsOf(search({ status }, own))).to.deep.equal([ownDraft.id]);
    expect(await idsOf(search({ status }, true))).to.have.members([ownDraft.id, otherDraft.id]);
  });

  it('returns the requested page and how many contents were found', async () => {
    const { items, ...page } = await search({ status: 'DRAFT', page: 2, pageSize: 1 }, true);
    expect(items).to.have.lengthOf(1);
    expect(page).to.deep.equal({ total: 2, page: 2, pageSize: 1 });
  });

  it('shows the first match in the title, in each tag, in the summary and in the body', async () => {
    const tags = [aTag({ name: 'Fox tales' }), aTag({ name: 'Red foxes' }), aTag({ name: 'Hens' })];
    const content = aContent({
      status: 'PUBLISHED',
      title: 'The fox',
      summary: 'A fox, and another fox',
      contentMd: 'Two <b>foxes</b> met.',
    });
    const contentTags = [[content.id, tags.map(({ id }) => id)]] as const;
    await given(world, { tags, contents: [content], contentTags });
    const [found] = (await search({ q: 'fox', tagId: tags[0]?.id ?? anId() })).items;
    expect(found?.highlights).to.deep.equal([
      { field: 'title', before: 'The ', match: 'fox', after: '' },
      { field: 'tag', before: '', match: 'Fox', after: ' tales' },
      { field: 'tag', before: 'Red ', match: 'foxes', after: '' },
      { field: 'summary', before: 'A ', match: 'fox', after: ', and another fox' },
      { field: 'body', before: 'Two <b>', match: 'foxes', after: '</b> met.' },
    ]);
  });

  it('searches HTML without its tags, and shows nothing for a missing summary or body', async () => {
    const html = aContent({ status: 'PUBLISHED', editorType: 'RICHTEXT', contentHtml: '<p title="stork">A stork</p>' });
    const empty = aContent({ status: 'PUBLISHED', title: 'Stryker was a stork' });
    await given(world, { contents: [html, empty] });
    const { items } = await search({ q: 'stork' });
    expect(items.map(({ id, highlights }) => [id, highlights])).to.deep.equal([
      [empty.id, [{ field: 'title', before: 'Stryker was a ', match: 'stork', after: '' }]],
      [html.id, [{ field: 'body', before: ' A ', match: 'stork', after: ' ' }]],
    ]);
  });

  it('returns the fields of a listed content, the score and the matches, but no part of the body', async () => {
    const [found] = (await search({})).items;
    const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = published;
    const highlights = [{ field: 'title', before: '', match: 'Fox', after: ' one' }];
    expect(found).to.deep.equal({ ...item, tagIds: [], cover: null, score: 4, highlights });
  });

  it('also shows other forms of a word that the search language knows', async () => {
    const content = aContent({
      status: 'PUBLISHED',
      title: 'Run',
      summary: 'He ran to 東京',
      contentMd: 'I was running',
    });
    await given(world, { contents: [content] });
    const asked: string[] = [];
    const contents: ContentViews = {
      ...world.contents,
      search: async (query) => ({ ...(await world.contents.search(query)), stems: ['run'] }),
      wordsWithStems: async (words, stems) => {
        asked.push(...words);
        return stems.includes('run') ? words.filter((word) => word === 'ran') : [];
      },
    };
    const [found] = (await search({ q: 'run' }, false, contents)).items;
    expect(found?.highlights.map(({ field, match }) => [field, match])).to.deep.equal([
      ['title', 'Run'],
      ['summary', 'ran'],
      ['body', 'running'],
    ]);
    expect(asked).to.have.members(['run', 'he', 'ran', 'to', 'i', 'was', 'running']);
  });

  it('looks for no other forms if the query has no stems', async () => {
    const wordsWithStems = () => Promise.reject(new Error('This is not needed.'));
    expect(await idsOf(search({}, false, { ...world.contents, wordsWithStems }))).to.deep.equal([published.id]);
  });
});

describe('indexContents', () => {
  const [first, second] = [aContent(), aContent()];

  /** Runs `indexContents` in a world with these queued contents, and returns its result and the indexed contents. */
  async function index(queued: readonly ContentId[], canLock: boolean) {
    const world = new InMemoryWorld();
    await given(world, { contents: [first, second] });
    const indexed: ContentId[] = [];
    const count = await indexContents({
      work: {
        run: (work) =>
          world.run((tx) => {
            const contents = replaceMembers(tx.contents, {
              queuedForSearch: async (limit) => queued.slice(0, limit),
              addToSearch: async (added) => void indexed.push(...added.map(({ id }) => id)),
            });
            const tryAdvisoryLock = async (name: string) => canLock && name === 'index contents';
            return work(replaceMembers(tx, { contents, tryAdvisoryLock }));
          }),
      },
    })();
    return { count, indexed };
  }

  it('indexes the queued contents and returns their number', async () => {
    const { count, indexed } = await index([first.id, second.id], true);
    expect(count).to.equal(2);
    expect(indexed).to.have.members([first.id, second.id]);
    expect(await index([], true)).to.deep.equal({ count: 0, indexed: [] });
  });

  it('indexes nothing while another process is indexing', async () => {
    expect(await index([first.id], false)).to.deep.equal({ count: 0, indexed: [] });
  });
});
