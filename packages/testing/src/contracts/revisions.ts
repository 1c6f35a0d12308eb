import type { Content } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { RevisedField } from '@portcullis/domain/internal/contents/revision';
import { expect } from 'chai';
import { readWholeText } from '@portcullis/application/internal/contents/content-body';
import type { ListedRevision, NewRevision } from '@portcullis/application/internal/ports/revisions';
import { aContent, anId, aTag, aUser } from '../builders.ts';
import { given } from '../given.ts';
import { utf8Of } from '../tables/utf8.ts';
import type { OpenStore, Store } from './store.ts';

const createdAt = new Date('2026-03-01T00:00:00.000Z');

/** Changes a content and adds a revision, as each use case does. @returns the new version number of the content */
async function write(
  { work, contents }: Store,
  content: Content,
  changedFields: readonly RevisedField[],
  revision: Partial<NewRevision> = {},
): Promise<number> {
  await work.run(async (tx) => {
    await tx.contents.lock(content.id);
    await tx.revisions.addMissing([content.id]);
    await tx.contents.save(content);
    const kind = 'SAVE' as const;
    await tx.revisions.addAll([{ contentId: content.id, kind, authorId: null, createdAt, changedFields, ...revision }]);
  });
  return (await contents.find(content.id))?.version ?? 0;
}

const all = async ({ revisions }: Store, contentId: ContentId): Promise<readonly ListedRevision[]> =>
  (await revisions.list({ contentId, page: 1, pageSize: 500 })).items;

export function revisionContract(adapter: string, open: OpenStore): void {
  describe(`Revisions contract, ${adapter}`, () => {
    it('stores a revision of each write, and a revision of the content before the first write', async () => {
      const store = open();
      const [tag, author] = [aTag(), aUser()];
      const authorId = author.id;
      const content = aContent({ editorType: 'RICHTEXT', contentHtml: '<p>é', contentMd: '中', contentRaw: '{}' });
      const coverId = anId<'Media'>();
      await given(store.work, {
        users: [author],
        tags: [tag],
        contents: [content],
        contentTags: [[content.id, [tag.id]]],
      });
      const before = await store.contents.find(content.id);
      const changed = { ...content, title: 'Other', coverId, status: 'PUBLISHED' as const, publishedAt: createdAt };
      const version = await write(store, changed, ['title', 'status'], { kind: 'PUBLISH', authorId });
      const [listed, first, ...none] = await all(store, content.id);
      const { authorName, ...second } = listed ?? expect.fail('The write has no revision.');
      expect(none).to.deep.equal([]);
      expect(second).to.deep.equal({
        contentId: content.id,
        version,
        kind: 'PUBLISH',
        authorId,
        createdAt,
        changedFields: ['title', 'status'],
        bytes: 10,
      });
      expect(authorName).to.equal(author.username);
      const without = { authorId: null, authorName: null };
      expect(first).to.deep.include({ version: before?.version, kind: 'SAVE', ...without, changedFields: [] });
      expect(first?.createdAt).to.deep.equal(content.updatedAt);
      expect(await store.revisions.find(content.id, version)).to.deep.equal({
        ...second,
        title: 'Other',
        slug: content.slug,
        summary: null,
        editorType: 'RICHTEXT',
        contentMd: '中',
        contentHtml: '<p>é',
        contentRaw: '{}',
        categoryId: null,
        coverId,
        tagIds: [tag.id],
        status: 'PUBLISHED',
        publishedAt: createdAt,
      });
      expect(await store.revisions.find(content.id, before?.version ?? 0)).to.deep.include({ title: content.title });
    });

    it('returns undefined for a version without a revision, and an empty list if there are no revisions', async () => {
      const store = open();
      const content = aContent();
      await given(store.work, { contents: [content] });
      expect(await store.revisions.find(content.id, 1)).to.equal(undefined);
      expect(await store.revisions.list({ contentId: content.id, page: 1, pageSize: 10 })).to.include({ total: 0 });
    });

    it('addMissing adds no second revision of the same version', async () => {
      const store = open();
      const content = aContent();
      await given(store.work, { contents: [content] });
      for (let round = 0; round < 2; round += 1) await store.work.run((tx) => tx.revisions.addMissing([content.id]));
      expect(await all(store, content.id)).to.have.lengthOf(1);
    });

    it('does not store HTML that was converted from Markdown in a revision, but stores other HTML', async () => {
      const store = open();
      const content = aContent({ editorType: 'RICHTEXT', contentMd: 'a', contentHtml: '<b>' });
      await given(store.work, { contents: [content] });
      const htmlOf = async (changed: Content, fields: readonly RevisedField[]) =>
        (await store.revisions.find(content.id, await write(store, changed, fields)))?.contentHtml;
      const cleaned = { ...content, editorType: 'MARKDOWN' as const, contentHtml: '<i>' };
      expect(await htmlOf(cleaned, ['editorType'])).to.equal('<i>');
      expect(await htmlOf({ ...cleaned, title: 'New' }, ['title'])).to.equal('<i>');
      const converted = { ...cleaned, contentMd: 'b', contentHtml: utf8Of('<p>b') };
      expect(await htmlOf(converted, ['contentMd'])).to.equal(null);
      expect(await htmlOf({ ...converted, title: 'Newer' }, ['title'])).to.equal(null);
      expect(await htmlOf({ ...converted, contentMd: null, contentHtml: null }, ['contentMd'])).to.equal(null);
    });

    it('reads the long bodies of a revision in pieces, byte for byte', async () => {
      const store = open();
      const contentMd = `a${'😀'.repeat(100_000)}`;
      const content = aContent({ contentMd, contentRaw: 'short' });
      await given(store.work, { contents: [content] });
      const version = await write(store, { ...content, title: 'Other' }, ['title']);
      const found = await store.revisions.find(content.id, version);
      expect(found?.contentMd).to.include({ format: 'text', bytes: 400_001 });
      expect((await readWholeText(found?.contentMd ?? '')) === contentMd).to.equal(true);
      expect(found?.contentRaw).to.equal('short');
      expect(found?.bytes).to.equal(400_006);
    });

    it('lists revisions in pages, the newest first', async () => {
      const store = open();
      const content = aContent();
      await given(store.work, { contents: [content] });
      const versions: number[] = [];
      for (let n = 0; n < 4; n += 1) versions.unshift(await write(store, { ...content, title: `${n}` }, ['title']));
      const { items, ...page } = await store.revisions.list({ contentId: content.id, page: 2, pageSize: 2 });
      expect(page).to.deep.equal({ total: 5, page: 2, pageSize: 2 });
      expect(items.map(({ version }) => version)).to.deep.equal(versions.slice(2));
    });

    it('removeOld keeps the first revision, each publication and the given number of newest revisions', async () => {
      const store = open();
      const content = aContent();
      await given(store.work, { contents: [content] });
      for (let n = 0; n < 8; n += 1) {
        const changed = { ...content, contentMd: `text ${n}` };
        await write(store, changed, ['contentMd'], { kind: n === 2 ? 'PUBLISH' : 'SAVE' });
      }
      const before = (await all(store, content.id)).map(({ version }) => version);
      const expected = before.filter((_version, place) => place < 3 || place === 5 || place === 8);
      while ((await store.work.run((tx) => tx.revisions.removeOld(3, 1))) > 0);
      const after = await all(store, content.id);
      expect(after.map(({ version }) => version)).to.deep.equal(expected);
      const texts = [];
      for (const { version } of after) texts.push((await store.revisions.find(content.id, version))?.contentMd);
      expect(texts).to.deep.equal(['text 7', 'text 6', 'text 5', 'text 2', null]);
    });

    it('removes revisions together with their content', async () => {
      const store = open();
      const content = aContent();
      await given(store.work, { contents: [content] });
      const version = await write(store, { ...content, title: 'Other' }, ['title']);
      await store.work.run((tx) => tx.contents.remove(content.id));
      expect(await store.revisions.find(content.id, version)).to.equal(undefined);
    });
  });
}
