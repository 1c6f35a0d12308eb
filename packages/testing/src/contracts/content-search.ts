import { expect } from 'chai';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { ContentSearchQuery } from '@portcullis/application/internal/ports/contents';
import { aCategory, aContent, aTag, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore, Store } from './store.ts';

const published = (fields: Partial<Content>) => aContent({ status: 'PUBLISHED', ...fields });

/** Returns a word that no other test uses, because the tests share a store. */
const aWord = () => unique('w').replace(/[^a-z0-9]/g, '');

const searchIn = async ({ contents }: Store, q: string, rest: Partial<ContentSearchQuery> = {}) => {
  const { items, total } = await contents.search({ q, page: 1, pageSize: 100, status: 'PUBLISHED', ...rest });
  expect(total).to.equal(items.length);
  return items;
};
const idsOf = async (store: Store, q: string, rest?: Partial<ContentSearchQuery>) =>
  (await searchIn(store, q, rest)).map(({ id }) => id);

const heading = (text: string) => ({ id: 'h', text, level: 1, children: [] });

export function contentSearchContract(adapter: string, open: OpenStore): void {
  describe(`Content search contract, ${adapter}`, () => {
    it('ranks matches in titles first, then in headings and tags, summaries and bodies, then by date', async () => {
      const store = open();
      const word = aWord();
      const tag = aTag({ name: `Tag ${word}` });
      const day = (number: number) => new Date(Date.UTC(2026, 2, number));
      const body = published({ contentMd: `in the ${word} body`, createdAt: day(1) });
      const newBody = published({ contentMd: word, createdAt: day(2) });
      const summary = published({ summary: `a ${word}`, createdAt: day(3) });
      const tagged = published({ createdAt: day(4) });
      const headed = published({
        toc: [heading('x'), { ...heading('y'), children: [heading(word)] }],
        createdAt: day(5),
      });
      const title = published({ title: `${word} title`, createdAt: day(1) });
      await given(store.work, {
        tags: [tag],
        contents: [body, newBody, summary, tagged, headed, title],
        contentTags: [[tagged.id, [tag.id]]],
      });
      const found = await searchIn(store, word.toUpperCase());
      expect(found.map(({ id, score }) => [id, score])).to.deep.equal([
        [title.id, 4],
        [headed.id, 3],
        [tagged.id, 3],
        [summary.id, 2],
        [newBody.id, 1],
        [body.id, 1],
      ]);
      const second = await store.contents.search({ q: word, page: 2, pageSize: 4, status: 'PUBLISHED' });
      expect(second.items.map(({ id }) => id)).to.deep.equal([newBody.id, body.id]);
      expect(second.total).to.equal(6);
      expect((await store.contents.search({ q: word, page: 9, pageSize: 4 })).total).to.equal(6);
      expect(found[2]?.tagNames).to.deep.equal([tag.name]);
      expect(found[4]?.bodyStart).to.equal(word);
    });

    it('finds only contents that contain all words of the query, even in different fields', async () => {
      const store = open();
      const [one, other] = [aWord(), aWord()];
      const both = published({ title: one, contentMd: other });
      await given(store.work, { contents: [both, published({ title: one }), published({ contentMd: other })] });
      const [found] = await searchIn(store, `${one} ${other}`);
      expect([found?.id, found?.score]).to.deep.equal([both.id, 1]);
      expect(await idsOf(store, `${one} ${other}`)).to.deep.equal([both.id]);
    });

    it('finds words by their prefix, and by other forms of their characters', async () => {
      const store = open();
      const word = aWord();
      const content = published({ title: `Ｋoa${word} É${word} ΟΔΟΣ${word}Σ ｶﾞ${word}` });
      await given(store.work, { contents: [content] });
      const queries = [`koa${word}`, `KOA${word.slice(0, -1)}`, `e\u0301${word}`, `οδοσ${word}ς`, `ガ ${word}`];
      for (const q of queries) expect(await idsOf(store, q), q).to.include(content.id);
      expect(await idsOf(store, `oa${word}`)).to.deep.equal([]);
      // The stores of contract tests have the search language `simple`, which has no stems.
      expect((await store.contents.search({ q: `koas${word}`, page: 1, pageSize: 1 })).stems).to.deep.equal([]);
    });

    it('finds Chinese, Japanese and Korean inside unspaced text, including single and rare characters', async () => {
      const store = open();
      const word = aWord();
      const content = published({
        contentMd: `${word} 权限管理系统支持中文搜索。カタカナとひらがな、한국어문장\u{20000}\u{20001}龍`,
      });
      await given(store.work, { contents: [content, published({ contentMd: `${word} 权限，理系` })] });
      for (const q of [
        '权限管理',
        '理系统',
        '中文',
        '搜索',
        'タカナとひら',
        '국어문',
        '\u{20001}龍',
        '龍',
        '索',
        'ﾅと',
        `中文${word}`,
      ]) {
        expect(await idsOf(store, `${q} ${word}`), q).to.deep.equal([content.id]);
      }
      for (const q of ['限管系', '文中', '权理']) expect(await idsOf(store, `${q} ${word}`), q).to.deep.equal([]);
    });

    it('finds words at the start and at the end of a long text', async () => {
      const store = open();
      const [first, last] = [aWord(), aWord()];
      const contentMd = `${first} ${'长文本'.repeat(50_000)}终点 ${'filler '.repeat(3000)} ${last}`;
      const content = published({ contentMd });
      const short = published({ title: first, contentMd: '终' });
      await given(store.work, { contents: [content, short] });
      expect(await idsOf(store, `${last} 终点 ${first}`)).to.deep.equal([content.id]);
      expect(await idsOf(store, `${first} 本终`)).to.deep.equal([content.id]);
      expect(await idsOf(store, `${first} 终`)).to.deep.equal([short.id, content.id]);
    });

    it('filters by status, tag and category, where a category includes its descendants', async () => {
      const store = open();
      const word = aWord();
      const root = aCategory();
      const child = aCategory({ parentId: root.id });
      const tag = aTag();
      const draft = aContent({ title: word });
      const below = published({ title: word, categoryId: child.id });
      const tagged = published({ contentMd: word });
      await given(store.work, {
        categories: [root, child],
        tags: [tag],
        contents: [draft, below, tagged],
        contentTags: [[tagged.id, [tag.id]]],
      });
      expect(await idsOf(store, word)).to.deep.equal([below.id, tagged.id]);
      expect(await idsOf(store, word, { status: 'DRAFT' })).to.deep.equal([draft.id]);
      expect(await idsOf(store, word, { categoryId: root.id })).to.deep.equal([below.id]);
      expect(await idsOf(store, word, { tagId: tag.id })).to.deep.equal([tagged.id]);
      expect(await idsOf(store, word, { tagId: tag.id, categoryId: root.id })).to.deep.equal([]);
    });

    it('finds a scheduled content from its publication time until its unpublication time', async () => {
      const store = open();
      const title = aWord();
      const [past, future] = [new Date('2001-01-01'), new Date('2999-01-01')];
      const waiting = aContent({ title, publishAt: future });
      const due = aContent({ title, publishAt: past });
      const withdrawn = published({ title, unpublishAt: past });
      await given(store.work, { contents: [waiting, due, withdrawn] });
      expect(await idsOf(store, title)).to.deep.equal([due.id]);
      expect((await searchIn(store, title))[0]?.status).to.equal('PUBLISHED');
      expect(await idsOf(store, title, { status: 'DRAFT' })).to.have.members([waiting.id, withdrawn.id]);
      await store.work.run((tx) => tx.contents.save({ ...waiting, publishAt: past }));
      expect(await idsOf(store, title)).to.have.members([waiting.id, due.id]);
    });

    it('reflects every change of a content, its tags and the names of the tags', async () => {
      const store = open();
      const { work } = store;
      const [word, other, tagWord] = [aWord(), aWord(), aWord()];
      const content = published({ title: word });
      const tag = aTag({ name: tagWord });
      await given(work, { contents: [content], tags: [tag] });
      const setTags = (before: readonly TagId[], after: readonly TagId[]) =>
        work.run((tx) => tx.contents.setTags(content.id, { before, after }));
      await setTags([], [tag.id]);
      expect(await idsOf(store, `${word} ${tagWord}`)).to.deep.equal([content.id]);
      await work.run((tx) => tx.contents.save({ ...content, title: other }));
      expect(await idsOf(store, word)).to.deep.equal([]);
      expect(await idsOf(store, `${other} ${tagWord}`)).to.deep.equal([content.id]);
      await work.run((tx) => tx.tags.save({ ...tag, name: `new ${word}` }));
      expect(await idsOf(store, tagWord)).to.deep.equal([]);
      expect(await idsOf(store, `${other} ${word}`)).to.deep.equal([content.id]);
      await setTags([tag.id], []);
      expect(await idsOf(store, word)).to.deep.equal([]);
      await setTags([], [tag.id]);
      await work.run((tx) => tx.tags.remove(tag.id));
      expect(await idsOf(store, word)).to.deep.equal([]);
      await work.run((tx) => tx.contents.save({ ...content, title: other, status: 'DRAFT' }));
      expect(await idsOf(store, other)).to.deep.equal([]);
      await work.run((tx) => tx.contents.remove(content.id));
      expect(await idsOf(store, other, { status: 'DRAFT' })).to.deep.equal([]);
    });

    it('searches HTML without its element tags, and searches the Markdown instead if a content has both', async () => {
      const store = open();
      const word = aWord();
      const rich = published({
        editorType: 'RICHTEXT',
        contentHtml: `<p class="${word}c">${word}a &amp; ${word}b</p>`,
      });
      const markdown = published({ contentMd: `${word}m`, contentHtml: `<p>${word}h</p>` });
      await given(store.work, { contents: [rich, markdown] });
      for (const [letter, ids] of [
        ['a', [rich.id]],
        ['b', [rich.id]],
        ['c', []],
        ['m', [markdown.id]],
        ['h', []],
      ] as const) {
        expect(await idsOf(store, word + letter), letter).to.deep.equal(ids);
      }
    });
  });
}
