import type { ContentFields } from '@portcullis/domain/internal/contents/content';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { deleteCategory } from '../../src/categories/categories.ts';
import { updateContent } from '../../src/contents/contents.ts';
import {
  discardWorkingCopy,
  publishWorkingCopy,
  readWorkingCopy,
  saveWorkingCopy,
} from '../../src/contents/working-copies.ts';
import { aCategory, aContent, anActor, anId, aTag, given, InMemoryWorld, refusalOf } from '@portcullis/testing';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';

describe('Working copies', () => {
  const actor = anActor();
  const [category, other] = [aCategory(), aCategory()];
  const [news, tips] = [aTag(), aTag()];
  const script = '<p>rich</p><script>steal()</script>';
  const content = aContent({ editorType: 'RICHTEXT', contentHtml: script, categoryId: category.id });
  const { id } = content;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { categories: [category, other], tags: [news, tips], contents: [content] });
  });

  const save = (change: Partial<ContentFields>, tagIds?: readonly TagId[], contentId = id) =>
    saveWorkingCopy(world)({ actor, id: contentId, change, tagIds });
  const publish = (ifMatch?: 'any') => publishWorkingCopy(world)({ actor, id, ifMatch });
  const savedEvents = async () =>
    (await world.events.after(0, 100)).flatMap(({ type, changes }) =>
      type === 'content.draft.saved' ? [changes] : [],
    );

  describe('saveWorkingCopy', () => {
    it('copies the content on the first call, and later adds to the copy', async () => {
      const first = await save({});
      expect(first).to.deep.include({ title: content.title, changedFields: [], baseVersion: 1, authorId: actor.id });
      expect(await save({ title: 'New' })).to.deep.include({ title: 'New', changedFields: ['title'] });
      const last = await save({ summary: 'Short' }, [tips.id, news.id, tips.id]);
      const changes = { title: 'New', summary: 'Short', tagIds: [news.id, tips.id].toSorted() };
      expect(last).to.deep.include({ ...changes, changedFields: ['title', 'summary', 'tagIds'] });
      expect(await readWorkingCopy(world)(id)).to.deep.equal({ ...last, cover: null });
      expect(await world.contents.find(id)).to.include({ title: content.title, version: 1 });
    });

    it('has a version of its own, and refuses a change of another version, and one of a copy that is gone', async () => {
      const saveAs = (version: number, change: Partial<ContentFields>) =>
        saveWorkingCopy(world)({ actor, id, change, ifMatch: [version] });
      expect((await refusalOf(saveAs(1, { title: 'Lost' }))).refusal).to.equal('working-copy-not-found');
      expect((await save({ title: 'One' })).version).to.equal(1);
      expect((await saveAs(1, { title: 'Two' })).version).to.equal(2);
      expect((await saveAs(2, { title: 'Two' })).version).to.equal(2);
      const refused = await refusalOf(saveAs(1, { title: 'Lost' }));
      expect(refused).to.deep.include({ refusal: 'version-changed' });
      expect(refused.details).to.deep.include({ current: 2, updatedBy: actor.id });
      const discard = (version: number) => discardWorkingCopy(world)({ actor, id, ifMatch: [version] });
      expect((await refusalOf(discard(1))).refusal).to.equal('version-changed');
      expect((await readWorkingCopy(world)(id)).title).to.equal('Two');
      await discard(2);
    });

    it('adds an event if the copy is new, or if a field is set for the first time, also to its old value', async () => {
      await save({});
      await save({ title: content.title });
      await save({ title: content.title });
      await save({ title: 'New' });
      expect(await savedEvents()).to.deep.equal([{}, { changedFields: { before: [], after: ['title'] } }, {}]);
    });

    it('sanitises the HTML of the content, or else of the copy, if its type becomes Markdown', async () => {
      const cleaned = { editorType: 'MARKDOWN', contentHtml: '<p>rich</p>' };
      expect(await save({ editorType: 'MARKDOWN' })).to.include(cleaned);
      await save({ editorType: 'RICHTEXT', contentHtml: '<p>copy</p><script>steal()</script>' });
      expect(await save({ editorType: 'MARKDOWN' })).to.include({ ...cleaned, contentHtml: '<p>copy</p>' });
    });

    it('converts Markdown by the type of the copy, also if another request changes the type meanwhile', async () => {
      const saveDuring = (meanwhile: () => Promise<unknown>, change: Partial<ContentFields>) => {
        const { markdown } = world;
        let conversions = 0;
        const render = async (text: string) => {
          if (conversions++ === 0) await meanwhile();
          return markdown.render(text);
        };
        const use = { ...world, markdown: { ...markdown, render } };
        return saveWorkingCopy(use)({ actor, id, change });
      };
      expect(await save({ contentMd: 'source' })).to.include({ contentMd: 'source', contentHtml: script });
      await save({ editorType: 'MARKDOWN' });
      const own = { editorType: 'RICHTEXT', contentHtml: '<p>own</p>' } as const;
      expect(await saveDuring(() => save(own), { contentMd: 'new' })).to.include({ ...own, contentMd: 'new' });
      await save({ editorType: 'MARKDOWN' });
      const converted = { editorType: 'MARKDOWN', contentHtml: fakeHtmlOf('newer') };
      expect(await saveDuring(async () => undefined, { contentMd: 'newer' })).to.include(converted);
    });

    it('converts Markdown for a copy that another request makes Markdown meanwhile', async () => {
      await save({ contentMd: 'source' });
      const { workingCopies } = world;
      let looks = 0;
      const editorTypeOf: typeof workingCopies.editorTypeOf = async (contentId) => {
        const type = await workingCopies.editorTypeOf(contentId);
        if (looks++ === 0) await save({ editorType: 'MARKDOWN' });
        return type;
      };
      const use = { ...world, workingCopies: { ...workingCopies, editorTypeOf } };
      const saved = await saveWorkingCopy(use)({ actor, id, change: { contentMd: 'new' } });
      expect(saved).to.include({ editorType: 'MARKDOWN', contentMd: 'new', contentHtml: fakeHtmlOf('new') });
    });

    it('keeps a picture that was removed, but does not accept it for another content', async () => {
      const [file, plain] = [aMediaFile(), aContent()];
      const shown = aContent({ coverId: file.id });
      await given(world, { media: [file], contents: [shown, plain] });
      await world.run((tx) => tx.media.remove(file.id));
      expect(await save({ coverId: file.id }, undefined, shown.id)).to.include({ coverId: file.id });
      const change = { coverId: file.id };
      expect(await updateContent(world)({ actor, id: shown.id, change })).to.include({ coverId: file.id });
      expect((await refusalOf(save(change, undefined, plain.id))).refusal).to.equal('unknown-cover');
    });

    it('refuses unknown contents, categories, tags and pictures and slugs that are not allowed', async () => {
      const [categoryId, tagId, coverId] = [anId<'Category'>(), anId<'Tag'>(), anId<'Media'>()];
      expect((await refusalOf(save({}, undefined, anId()))).refusal).to.equal('content-not-found');
      expect((await refusalOf(save({ contentMd: 'a' }, undefined, anId()))).refusal).to.equal('content-not-found');
      expect((await refusalOf(save({ slug: '..' }))).refusal).to.equal('slug-unacceptable');
      expect(await refusalOf(save({ categoryId }))).to.deep.include({
        refusal: 'unknown-category',
        details: { missingIds: [categoryId] },
      });
      expect(await refusalOf(save({ categoryId }, [news.id, tagId]))).to.deep.include({
        refusal: 'unknown-category',
        details: { missingIds: [categoryId, tagId] },
      });
      expect(await refusalOf(save({}, [news.id, tagId]))).to.deep.include({
        refusal: 'unknown-tags',
        details: { missingIds: [tagId] },
      });
      const { refusal, details } = await refusalOf(save({ coverId }));
      expect(refusal).to.equal('unknown-cover');
      expect(details).to.have.nested.property('[0].field', 'coverId');
      expect(await world.workingCopies.find(id)).to.equal(undefined);
    });
  });

  describe('publishWorkingCopy', () => {
    it('refuses a category that was removed after it had been set in the copy', async () => {
      await save({ categoryId: other.id });
      await deleteCategory(world)({ actor, id: other.id });
      expect(await refusalOf(publish())).to.deep.include({
        refusal: 'unknown-category',
        details: { missingIds: [other.id] },
      });
      expect(await world.contents.find(id)).to.include({ status: 'DRAFT', version: 1 });
    });

    it('leaves a field that is not set in the copy as it is, even if the value in the copy no longer exists', async () => {
      await save({ title: 'New' });
      await updateContent(world)({ actor, id, change: { categoryId: other.id } });
      await deleteCategory(world)({ actor, id: category.id });
      const published = await publish('any');
      expect(published).to.include({ title: 'New', categoryId: other.id, status: 'PUBLISHED' });
    });

    it('publishes the tags that another request adds to the copy meanwhile', async () => {
      await save({}, [news.id]);
      const { workingCopies } = world;
      let looks = 0;
      const find: typeof workingCopies.find = async (contentId) => {
        const copy = await workingCopies.find(contentId);
        if (looks++ === 0) await save({}, [news.id, tips.id]);
        return copy;
      };
      const published = await publishWorkingCopy({ ...world, workingCopies: { ...workingCopies, find } })({
        actor,
        id,
      });
      expect(published.tagIds).to.deep.equal([news.id, tips.id].toSorted());
      expect(await workingCopies.find(id)).to.equal(undefined);
    });

    it('refuses a copy that another request discards meanwhile', async () => {
      await save({ title: 'New' });
      const { workingCopies } = world;
      const find: typeof workingCopies.find = async (contentId) => {
        const copy = await workingCopies.find(contentId);
        await discardWorkingCopy(world)({ actor, id });
        return copy;
      };
      const attempt = publishWorkingCopy({ ...world, workingCopies: { ...workingCopies, find } })({ actor, id });
      expect((await refusalOf(attempt)).refusal).to.equal('working-copy-not-found');
    });
  });

  it('are not found if there is none, or if the content does not exist', async () => {
    const missing = anId<'Content'>();
    for (const attempt of [
      () => readWorkingCopy(world)(id),
      () => publish(),
      () => discardWorkingCopy(world)({ actor, id }),
      () => readWorkingCopy(world)(missing),
      () => discardWorkingCopy(world)({ actor, id: missing }),
    ]) {
      expect((await refusalOf(attempt())).refusal).to.equal('working-copy-not-found');
    }
  });
});
