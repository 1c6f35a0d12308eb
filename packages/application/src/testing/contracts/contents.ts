import { expect } from 'chai';
import type { Content } from '@portcullis/domain';
import {
  ContentChanged,
  shortBytes,
  type ContentKey,
  type ContentListQuery,
  type LongField,
} from '../../ports/contents.ts';
import { aCategory, aContent, anId, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { utf8BytesOf, utf8Of } from '../utf8.ts';
import { slugContract } from './slugs.ts';
import type { OpenStore } from './store.ts';

const keysOf = ({ id, slug }: Content): readonly ContentKey[] => [{ id }, { slug }];

const isLongField = (field: unknown): field is LongField =>
  typeof field === 'object' && field !== null && 'pieces' in field;

const longFieldOf = (field: unknown): LongField => (isLongField(field) ? field : expect.fail('The field is not long.'));

/** A text field, read to its end. */
async function wholeOf(field: unknown): Promise<string> {
  let whole = '';
  for await (const piece of longFieldOf(field).pieces()) {
    expect(piece.isWellFormed() && piece !== '').to.equal(true);
    whole += piece;
  }
  return whole;
}

export function contentContract(adapter: string, open: OpenStore): void {
  describe(`Contents contract, ${adapter}`, () => {
    slugContract(open, {
      add: (tx, slug) => tx.contents.add(aContent({ slug })),
      freeSlug: (tx, base) => tx.contents.freeSlug(base),
    });

    it('keeps every field as it was given, bodies byte for byte', async () => {
      const { work, contents } = open();
      const [category, author] = [aCategory(), aUser()];
      const content = aContent({
        title: 'Über 100 %',
        summary: 'Σ',
        editorType: 'RICHTEXT',
        contentMd: ' # a\r\n',
        contentHtml: '<script>1</script>',
        contentRaw: '{"ops":[]}',
        categoryId: category.id,
        authorId: author.id,
        status: 'ARCHIVED',
        publishedAt: new Date('2026-02-03T04:05:06.789Z'),
      });
      await given(work, { categories: [category], users: [author], contents: [content] });
      expect(await contents.find(content.id)).to.deep.equal({ ...content, tagIds: [] });
      expect(await contents.findBySlug(content.slug)).to.deep.equal({ ...content, tagIds: [] });
      expect(await contents.editorTypeOf(content.id)).to.equal('RICHTEXT');
      expect(await work.run((tx) => tx.contents.lock(content.id))).to.deep.equal(content);
    });

    it('keeps megabytes of any characters, added and saved', async () => {
      const { work, contents } = open();
      const text = 'Text with "quotes", \\, é, 中文 and 😀.\n'.repeat(60_000);
      const content = aContent({ contentMd: text, contentHtml: `<p>${text}` });
      await given(work, { contents: [content] });
      const saved = { ...content, contentMd: `${text}!` };
      await work.run((tx) => tx.contents.save(saved));
      const found = await contents.find(content.id);
      expect((await wholeOf(found?.contentMd)) === saved.contentMd).to.equal(true);
      expect((await wholeOf(found?.contentHtml)) === saved.contentHtml).to.equal(true);
      expect(found?.contentRaw).to.equal(null);
    });

    it('keeps HTML that is written as bytes, and reads it as text', async () => {
      const { work, contents } = open();
      const contentHtml = 'Text with "quotes", \\, é, 中文 and 😀.\n'.repeat(10_000);
      const [added, saved] = [aContent({ contentMd: 'a' }), aContent({ contentMd: 'b' })];
      await given(work, { contents: [{ ...added, contentHtml: utf8Of(contentHtml) }, saved] });
      await work.run((tx) => tx.contents.save({ ...saved, contentHtml: utf8Of(contentHtml) }));
      for (const content of [added, saved]) {
        const found = await contents.find(content.id);
        expect((await wholeOf(found?.contentHtml)) === contentHtml).to.equal(true);
        expect(found?.contentMd).to.equal(content.contentMd);
        expect(await work.run((tx) => tx.contents.lock(content.id))).to.deep.equal({ ...content, contentHtml });
      }
    });

    it('reads long fields piece by piece, each piece ending between two characters', async () => {
      const { work, contents } = open();
      const toc = [{ id: 'a', text: '中'.repeat(40_000), level: 1, children: [] }];
      const bodies = {
        // Where pieces have a size in bytes, each of these ends in another byte of a character.
        contentMd: `a${'😀'.repeat(100_000)}`,
        contentHtml: `ab${'😀'.repeat(100_000)}`,
        contentRaw: `abc${'😀'.repeat(100_000)}`,
      };
      const content = aContent({ status: 'PUBLISHED', ...bodies, toc });
      await given(work, { contents: [content] });
      const found = [
        await contents.find(content.id),
        await contents.findBySlug(content.slug),
        (await contents.published({ id: content.id }, []))?.content,
        (await contents.published({ slug: content.slug }, []))?.content,
      ];
      for (const read of found) {
        expect(read).to.deep.include({ id: content.id, title: content.title, tagIds: [] });
        for (const name of ['contentMd', 'contentHtml', 'contentRaw'] as const) {
          const field = longFieldOf(read?.[name]);
          expect(field).to.include({ format: 'text', bytes: utf8BytesOf(bodies[name]) });
          expect((await wholeOf(field)) === bodies[name], name).to.equal(true);
        }
        expect(longFieldOf(read?.toc).format).to.equal('json');
        expect(JSON.parse(await wholeOf(longFieldOf(read?.toc)))).to.deep.equal(toc);
      }
    });

    it('reads fields whole where they are short, all together', async () => {
      const { work, contents } = open();
      const quarter = 'a'.repeat(shortBytes / 4);
      const bodies = { contentMd: quarter, contentHtml: quarter, contentRaw: quarter };
      const [short, longer] = [
        aContent(bodies),
        aContent({ ...bodies, contentMd: `${quarter}é`, contentRaw: quarter.repeat(2) }),
      ];
      await given(work, { contents: [short, longer] });
      expect(await contents.find(short.id)).to.deep.include(bodies);
      const found = await contents.find(longer.id);
      expect(found?.contentHtml).to.equal(quarter);
      expect(await wholeOf(longFieldOf(found?.contentMd))).to.equal(longer.contentMd);
    });

    it('never mixes two states of a long field', async () => {
      const { work, contents } = open();
      const content = aContent({ contentHtml: 'a'.repeat(1_000_000) });
      await given(work, { contents: [content] });
      const changes: readonly (() => Promise<void>)[] = [
        () => work.run((tx) => tx.contents.save({ ...content, contentHtml: 'b'.repeat(1_000_000) })),
        () => work.run((tx) => tx.contents.remove(content.id)),
      ];
      for (const change of changes) {
        const found = await contents.find(content.id);
        const pieces = longFieldOf(found?.contentHtml).pieces()[Symbol.asyncIterator]();
        expect((await pieces.next()).done).to.equal(false);
        await change();
        const rest = await pieces.next().catch((error: unknown) => error);
        expect(rest).to.be.instanceOf(ContentChanged);
      }
    });

    it('asks for nothing while a piece is not taken', async () => {
      const { work, contents } = open();
      const content = aContent({ contentHtml: 'a'.repeat(1_000_000) });
      await given(work, { contents: [content] });
      const readers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const found = await contents.find(content.id);
          const pieces = longFieldOf(found?.contentHtml).pieces()[Symbol.asyncIterator]();
          await pieces.next();
          return pieces;
        }),
      );
      expect(readers).to.have.lengthOf(20);
      expect(await contents.editorTypeOf(content.id)).to.equal(content.editorType);
      await work.run((tx) => tx.contents.lock(content.id));
    });

    it('gives the Markdown that waits for its conversion, and no other', async () => {
      const { work, contents } = open();
      const contentMd = 'a'.repeat(2 * shortBytes);
      const [waiting, converted] = [aContent({ contentMd }), aContent({ contentMd, contentHtml: '<p>' })];
      await given(work, { contents: [waiting, converted] });
      expect(await contents.unconverted(waiting.id)).to.deep.equal({ editorType: 'MARKDOWN', contentMd });
      expect(await contents.unconverted(converted.id)).to.deep.equal({ editorType: 'MARKDOWN', contentMd: null });
      expect(await contents.unconverted(anId())).to.equal(undefined);
    });

    it('finds nothing where nothing is', async () => {
      const { contents } = open();
      expect(await contents.find(anId())).to.equal(undefined);
      expect(await contents.findBySlug(unique('nothing'))).to.equal(undefined);
      expect(await contents.editorTypeOf(anId())).to.equal(undefined);
    });

    it('refuses to change a slug into one in use', async () => {
      const { work } = open();
      const [taken, other] = [aContent(), aContent()];
      await given(work, { contents: [taken, other] });
      const change = work.run((tx) => tx.contents.save({ ...other, slug: taken.slug }));
      expect((await refusalOf(change)).refusal).to.equal('slug-taken');
    });

    it('replaces the tags by what changed, and shows them sorted', async () => {
      const { work, contents } = open();
      const content = aContent();
      const [a, b, c] = [aTag(), aTag(), aTag()];
      await given(work, { contents: [content], tags: [a, b, c], contentTags: [[content.id, [b.id, a.id]]] });
      expect((await contents.find(content.id))?.tagIds).to.deep.equal([a.id, b.id]);
      await work.run((tx) => tx.contents.setTags(content.id, { before: [a.id, b.id], after: [b.id, c.id] }));
      expect(await work.run((tx) => tx.contents.tagsOf(content.id))).to.deep.equal([b.id, c.id]);
      expect((await contents.findBySlug(content.slug))?.tagIds).to.deep.equal([b.id, c.id]);
    });

    it('answers a published content by its id and its slug, and no other', async () => {
      const { work, contents } = open();
      const [published, draft, archived] = [
        aContent({ status: 'PUBLISHED', contentMd: '# a' }),
        aContent(),
        aContent({ status: 'ARCHIVED' }),
      ];
      const tag = aTag();
      await given(work, {
        contents: [published, draft, archived],
        tags: [tag],
        contentTags: [[published.id, [tag.id]]],
      });
      for (const key of keysOf(published)) {
        const found = await contents.published(key, []);
        expect(found?.content).to.deep.equal({ ...published, tagIds: [tag.id] });
        expect(found?.version).to.match(/^[0-9a-z]+$/);
      }
      const none = [...keysOf(draft), ...keysOf(archived), ...keysOf(aContent())];
      for (const key of none) expect(await contents.published(key, [])).to.equal(undefined);
    });

    it('leaves out a content whose version the reader knows, until anything of it changes', async () => {
      const { work, contents } = open();
      const [content, author] = [aContent({ status: 'PUBLISHED' }), aUser()];
      const [a, b] = [aTag(), aTag()];
      const authored = { ...content, authorId: author.id };
      await given(work, {
        users: [author],
        contents: [authored],
        tags: [a, b],
        contentTags: [[content.id, [a.id, b.id]]],
      });
      const keys = keysOf(content);
      const changes = [
        () => work.run((tx) => tx.contents.save({ ...authored, title: 'Another' })),
        () => work.run((tx) => tx.contents.setTags(content.id, { before: [a.id, b.id], after: [b.id] })),
        () => work.run((tx) => tx.tags.remove(b.id)),
        () => work.run((tx) => tx.users.remove(author.id)),
      ];
      const versions: string[] = [];
      for (const change of [async () => undefined, ...changes]) {
        await change();
        for (const key of keys) expect((await contents.published(key, versions))?.content?.id).to.equal(content.id);
        const { version = '' } = (await contents.published({ id: content.id }, versions)) ?? {};
        versions.push(version);
        for (const key of keys)
          expect(await contents.published(key, versions)).to.deep.equal({ version, content: undefined });
      }
    });

    it('takes a content off its tags when it goes', async () => {
      const { work, contents, tags } = open();
      const [content, tag] = [aContent({ status: 'PUBLISHED' }), aTag()];
      await given(work, { contents: [content], tags: [tag], contentTags: [[content.id, [tag.id]]] });
      await work.run((tx) => tx.contents.remove(content.id));
      expect(await contents.find(content.id)).to.equal(undefined);
      expect((await tags.find(tag.id))?.contentCount).to.equal(0);
    });

    it('lists contents without their bodies', async () => {
      const { work, contents } = open();
      const [content, tag] = [aContent({ contentMd: '# a', contentHtml: '<h1>a</h1>', contentRaw: 'a' }), aTag()];
      await given(work, { contents: [content], tags: [tag], contentTags: [[content.id, [tag.id]]] });
      const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = content;
      const { items } = await contents.list({ page: 1, pageSize: 10, search: content.slug });
      expect(items).to.deep.equal([{ ...item, tagIds: [tag.id] }]);
    });

    it('lists those of each filter; a category with all below it', async () => {
      const { work, contents } = open();
      const root = aCategory();
      const child = aCategory({ parentId: root.id });
      const leaf = aCategory({ parentId: child.id });
      const [author, tag] = [aUser(), aTag()];
      const token = unique('filtered');
      const title = token;
      const atRoot = aContent({ title, categoryId: root.id, authorId: author.id });
      const atLeaf = aContent({ title, categoryId: leaf.id, status: 'PUBLISHED', editorType: 'UPLOAD' });
      const nowhere = aContent({ title });
      await given(work, {
        categories: [root, child, leaf, aCategory()],
        users: [author],
        tags: [tag],
        contents: [atRoot, atLeaf, nowhere],
        contentTags: [[nowhere.id, [tag.id]]],
      });
      const found = async (filter: Partial<ContentListQuery>) => {
        const { items, total } = await contents.list({ page: 1, pageSize: 10, search: token, ...filter });
        expect(total).to.equal(items.length);
        return items.map(({ id }) => id);
      };
      expect(await found({ categoryId: root.id })).to.have.members([atRoot.id, atLeaf.id]);
      expect(await found({ categoryId: child.id })).to.deep.equal([atLeaf.id]);
      expect(await found({ categoryId: anId() })).to.deep.equal([]);
      expect(await found({ tagId: tag.id })).to.deep.equal([nowhere.id]);
      expect(await found({ authorId: author.id })).to.deep.equal([atRoot.id]);
      expect(await found({ status: 'PUBLISHED' })).to.deep.equal([atLeaf.id]);
      expect(await found({ editorType: 'UPLOAD' })).to.deep.equal([atLeaf.id]);
      expect(await found({ status: 'DRAFT', categoryId: root.id, authorId: author.id })).to.deep.equal([atRoot.id]);
    });

    it('lists the newest first where nothing else is asked, and the unpublished after the published by date', async () => {
      const { work, contents } = open();
      const title = unique('dated');
      const day = (number: number) => new Date(Date.UTC(2026, 2, number));
      const made = [
        aContent({ title, createdAt: day(1), publishedAt: day(9) }),
        aContent({ title, createdAt: day(3), publishedAt: null }),
        aContent({ title, createdAt: day(2), publishedAt: day(8) }),
      ];
      const [oldest, newest, middle] = made.map(({ id }) => id);
      await given(work, { contents: made });
      const listed = async (order: Partial<ContentListQuery>) => {
        const { items } = await contents.list({ page: 1, pageSize: 10, search: title, ...order });
        return items.map(({ id }) => id);
      };
      expect(await listed({})).to.deep.equal([newest, middle, oldest]);
      expect(await listed({ sortBy: 'createdAt' })).to.deep.equal([oldest, middle, newest]);
      expect(await listed({ sortBy: 'publishedAt' })).to.deep.equal([middle, oldest, newest]);
      expect(await listed({ sortBy: 'publishedAt', sortOrder: 'desc' })).to.deep.equal([newest, oldest, middle]);
    });
  });
}
