import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { type Content, recovered } from '@portcullis/domain/internal/contents/content';
import { beginWorkingCopy } from '@portcullis/domain/internal/contents/working-copy';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { aCategory, aContent, aMediaFile, anId, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const [past, future] = [new Date('2001-01-01T00:00:00.000Z'), new Date('2999-01-01T00:00:00.000Z')];
const page = { page: 1, pageSize: 100 };

export function removedContentContract(adapter: string, open: OpenStore): void {
  const remove = (ids: readonly ContentId[], removedAt = new Date(), removedBy = anId<'User'>()) =>
    open().work.run(async (tx) => {
      await tx.contents.lockAll(ids);
      await tx.removedContents.add(ids, { removedAt, removedBy });
    });

  const recover = (id: ContentId, slug?: string) =>
    open().work.run(async (tx) => {
      const removed = (await tx.removedContents.lock(id)) ?? expect.fail('The content is not in the bin.');
      return tx.removedContents.recover(recovered(removed, slug ?? removed.slug, new Date()));
    });

  /** A content to which everything belongs that can belong to a content. */
  const aFullContent = async (fields: Partial<Content> = {}) => {
    const { work } = open();
    const [category, tag, file, author] = [aCategory(), aTag(), aMediaFile(), aUser()];
    const title = unique('bridge');
    const content = aContent({
      title,
      status: 'PUBLISHED',
      publishedAt: past,
      contentMd: `words ![](/media/${file.id}/x.png)`,
      categoryId: category.id,
      authorId: author.id,
      ...fields,
    });
    const link = { id: anId<'PreviewLink'>(), contentId: content.id, tokenHash: unique('hash'), authorId: author.id };
    const sourceId = unique('source');
    await given(work, {
      users: [author],
      categories: [category],
      tags: [tag],
      media: [file],
      contents: [content],
      contentTags: [[content.id, [tag.id]]],
    });
    await work.run(async (tx) => {
      await tx.revisions.addMissing([content.id]);
      await tx.workingCopies.add(beginWorkingCopy(content, [tag.id], past));
      await tx.previewLinks.add({ ...link, createdAt: past, expiresAt: future });
      await tx.imports.addContents([{ sourceId, id: content.id }]);
    });
    return { content, category, tag, file, author, link, sourceId };
  };

  /** Returns everything that the store tells of a content. */
  const toldOf = async ({ content, tag, sourceId }: Awaited<ReturnType<typeof aFullContent>>) => {
    const { work, contents, revisions, workingCopies, tags, imports, media } = open();
    const { id, slug, title, version } = content;
    return {
      found: [
        await contents.find(id),
        await contents.findForEditor(id),
        await contents.findBySlug(slug),
        await contents.published({ id }, []),
        await contents.published({ slug }, []),
        await contents.reached(id, true),
        await contents.editorTypeOf(id),
        await contents.unconverted(id),
        await revisions.find(id, version),
        await workingCopies.find(id),
        await workingCopies.editorTypeOf(id),
        await work.run((tx) => tx.contents.lock(id)),
      ].filter((each) => each !== undefined).length,
      listed: [
        ...(await contents.list({ ...page, search: title })).items,
        ...(await contents.list({ ...page, tagId: tag.id })).items,
        ...(await contents.search({ ...page, q: title })).items,
        ...(await contents.factsOf([id])),
        ...(await contents.sizesOf([id])),
        ...(await contents.firstPictures([id])).keys(),
        ...(await revisions.list({ contentId: id, ...page })).items,
        ...(await imports.contents({ limit: 10_000 })).filter((each) => each.id === id),
        ...(await work.run((tx) => tx.contents.lockAll([id]))),
        ...(await work.run((tx) => tx.imports.lockContents([sourceId]))),
      ].length,
      totals:
        (await contents.list({ ...page, tagId: tag.id })).total +
        (await revisions.list({ contentId: id, ...page })).total,
      counted: (await tags.find(tag.id))?.contentCount,
      isTaken: (await work.run((tx) => tx.removedContents.freeSlug(slug))) !== slug,
      usage: (await media.usage(content.coverId ?? anId(), true)).contents.length,
    };
  };

  describe(`Removed contents contract, ${adapter}`, () => {
    it('nobody finds a removed content, and a recovered one is as it was, as a draft', async () => {
      const { contents, previewLinks, workingCopies, revisions } = open();
      const full = await aFullContent();
      const { content, link } = full;
      const { id } = content;
      const before = (await contents.find(id)) ?? expect.fail('The content was not found.');
      const copy = await workingCopies.find(id);
      expect(await toldOf(full)).to.deep.equal({
        found: 12,
        listed: 10,
        totals: 2,
        counted: 1,
        isTaken: true,
        usage: 0,
      });
      await remove([id]);
      expect(await toldOf(full)).to.deep.equal({
        found: 0,
        listed: 0,
        totals: 0,
        counted: 0,
        isTaken: false,
        usage: 0,
      });
      expect(await recover(id)).to.deep.include({ version: before.version + 1 });
      const found = (await contents.find(id)) ?? expect.fail('The content was not recovered.');
      const { updatedAt } = found;
      expect(found).to.deep.equal({ ...before, status: 'DRAFT', version: before.version + 1, updatedAt });
      expect(updatedAt.getTime()).to.be.above(before.updatedAt.getTime());
      expect((await workingCopies.find(id))?.contentMd).to.equal(copy?.contentMd);
      expect((await revisions.list({ contentId: id, ...page })).total).to.equal(1);
      expect((await contents.search({ ...page, q: content.title })).total).to.equal(1);
      expect((await contents.list({ ...page, tagId: full.tag.id })).total).to.equal(1);
      expect(await previewLinks.find(link.tokenHash, past)).to.equal(undefined);
    });

    it('a recovered content that was not public has its old version, and another slug if that is taken', async () => {
      const { work, contents } = open();
      const content = aContent({ status: 'ARCHIVED' });
      await given(work, { contents: [content] });
      const before = await contents.find(content.id);
      await remove([content.id]);
      expect((await recover(content.id)).version).to.equal(content.version);
      expect(await contents.find(content.id)).to.deep.equal(before);
      await remove([content.id]);
      await given(work, { contents: [aContent({ slug: content.slug })] });
      const slug = await work.run((tx) => tx.removedContents.freeSlug(content.slug));
      expect(slug).to.equal(`${content.slug}-2`);
      await recover(content.id, slug);
      expect((await contents.find(content.id))?.slug).to.equal(slug);
    });

    it('ends the schedule of a removed content', async () => {
      const { contents, removedContents } = open();
      const { content } = await aFullContent({
        status: 'DRAFT',
        publishedAt: null,
        publishAt: past,
        unpublishAt: future,
      });
      await remove([content.id]);
      const { items } = await removedContents.list(page);
      expect(items.find(({ id }) => id === content.id)).to.include({
        status: 'DRAFT',
        publishAt: null,
        unpublishAt: null,
      });
      expect(await contents.due(1000)).not.to.include(content.id);
      await recover(content.id);
      const schedule = { status: 'DRAFT', publishAt: null, unpublishAt: null, publishedAt: null };
      expect(await contents.find(content.id)).to.deep.include(schedule);
    });

    it('lists removed contents, the last removed first, with who removed them, under a condition', async () => {
      const { work, removedContents } = open();
      const [user, category] = [aUser(), aCategory()];
      const of = [aContent({ authorId: user.id }), aContent({ authorId: user.id, categoryId: category.id })] as const;
      await given(work, { users: [user], categories: [category], contents: of });
      const [first, second] = [new Date('2026-05-01T00:00:00.000Z'), new Date('2026-05-02T00:00:00.000Z')];
      await remove([of[0].id], first, user.id);
      await remove([of[1].id], second);
      const own: Condition = { attr: 'resource.authorId', eq: user.id };
      const list = async (reach: Condition, pageSize = 10) => removedContents.list({ page: 1, pageSize, reach });
      const found = await list(own);
      expect(found.total).to.equal(2);
      expect(found.items.map(({ id }) => id)).to.deep.equal([of[1].id, of[0].id]);
      expect(found.items[1]).to.deep.include({ removedAt: first, removedBy: user.id, removedByName: user.username });
      expect(found.items[0]).to.deep.include({ removedAt: second, removedByName: null });
      expect(await list(own, 1)).to.deep.equal({ ...found, items: found.items.slice(0, 1), pageSize: 1 });
      const inCategory: Condition = { all: [own, { attr: 'resource.categoryId', under: category.id }] };
      expect((await list(inCategory)).items.map(({ id }) => id)).to.deep.equal([of[1].id]);
    });

    it('files stay in use by a removed content, but its title is not told', async () => {
      const { work, media } = open();
      const { content, file } = await aFullContent();
      const before = await media.usage(file.id, true);
      expect(before.contents.map(({ id }) => id)).to.deep.equal([content.id]);
      await remove([content.id]);
      expect(await media.usage(file.id, true)).to.deep.equal({
        contents: [],
        workingCopies: [],
        revisions: [],
        totals: before.totals,
      });
      const references = await work.run((tx) => tx.media.references(file.id, 10));
      expect(references.map(({ contentId }) => contentId)).to.deep.equal([content.id, content.id]);
      await work.run((tx) => tx.removedContents.purge([content.id]));
      expect(await work.run((tx) => tx.media.references(file.id, 10))).to.deep.equal([]);
    });

    it('a removed content keeps no category, tag or author from being removed, and is recovered without them', async () => {
      const { work, contents, users } = open();
      const { content, category, tag, author } = await aFullContent();
      await remove([content.id]);
      expect(await work.run((tx) => tx.categories.isUsed(category.id))).to.equal(false);
      await work.run((tx) => tx.categories.remove(category.id));
      await work.run((tx) => tx.tags.remove(tag.id));
      await work.run((tx) => tx.users.remove(author.id));
      expect(await users.find(author.id)).to.equal(undefined);
      await recover(content.id);
      const found = await contents.find(content.id);
      expect(found).to.deep.include({ categoryId: null, authorId: null, tagIds: [], title: content.title });
      expect(found?.version).to.be.above(content.version);
    });

    it('an import of a removed content adds another one, which later imports find', async () => {
      const { work } = open();
      const { content, sourceId } = await aFullContent();
      await remove([content.id]);
      const again = aContent();
      await given(work, { contents: [again] });
      await work.run(async (tx) => {
        expect(await tx.imports.lockContents([sourceId])).to.deep.equal([]);
        await tx.imports.addContents([{ sourceId, id: again.id }]);
      });
      await recover(content.id);
      const imported = await work.run((tx) => tx.imports.lockContents([sourceId]));
      expect(imported.map(({ id }) => id)).to.deep.equal([again.id]);
    });

    it('purges what was removed before a time, in batches, with everything that belongs to it', async () => {
      const { work, revisions, removedContents } = open();
      const old = new Date('1999-01-01T00:00:00.000Z');
      const [one, other, recent] = [await aFullContent(), await aFullContent(), await aFullContent()];
      await remove([one.content.id], old);
      await remove([other.content.id], new Date(old.getTime() + 1));
      await remove([recent.content.id]);
      const due = (limit: number) => work.run((tx) => tx.removedContents.lockDue(new Date(old.getTime() + 1), limit));
      const { id, title } = one.content;
      expect(await due(1)).to.deep.equal([{ id, title }]);
      expect((await due(10)).map((each) => each.id)).to.deep.equal([id, other.content.id]);
      await work.run((tx) => tx.removedContents.purge([id, other.content.id]));
      expect(await due(10)).to.deep.equal([]);
      expect(await work.run((tx) => tx.removedContents.lock(id))).to.equal(undefined);
      expect((await revisions.list({ contentId: id, ...page })).total).to.equal(0);
      expect((await removedContents.list(page)).items.map((each) => each.id)).to.include(recent.content.id);
    });
  });
}
