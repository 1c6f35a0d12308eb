import { beginWorkingCopy, type WorkingCopy } from '@portcullis/domain/internal/contents/working-copy';
import { expect } from 'chai';
import { readWholeText } from '@portcullis/application/internal/contents/content-body';
import { updateContent } from '@portcullis/application/internal/contents/contents';
import {
  discardWorkingCopy,
  publishWorkingCopy,
  saveWorkingCopy,
} from '@portcullis/application/internal/contents/working-copies';
import { aCategory, aContent, aMediaFile, anActor, anId, aTag, unique } from '../builders.ts';
import { fakeFingerprints, fakeHtmlOf, fakeMarkdown } from '../fakes.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { utf8Of } from '../tables/utf8.ts';
import type { OpenStore } from './store.ts';

export function workingCopyContract(adapter: string, open: OpenStore): void {
  const actor = anActor();
  const deps = () => ({
    ...open(),
    clock: { now: () => new Date() },
    ids: { next: anId },
    markdown: fakeMarkdown,
    fingerprints: fakeFingerprints,
  });
  const publishedAt = new Date('2026-03-01T00:00:00.000Z');
  const aPublished = () => aContent({ status: 'PUBLISHED', publishedAt, contentMd: 'old text' });

  describe(`Working copies contract, ${adapter}`, () => {
    it('stores all fields of a working copy and every byte of its bodies, and removes it', async () => {
      const { work, workingCopies } = open();
      const [content, category, tags] = [aPublished(), aCategory(), [anId<'Tag'>(), anId<'Tag'>()]];
      const file = aMediaFile();
      await given(work, { contents: [content], categories: [category], media: [file] });
      expect(await workingCopies.find(content.id)).to.equal(undefined);
      const longText = `a${'😀'.repeat(100_000)}`;
      const copy: WorkingCopy = {
        ...beginWorkingCopy(content, tags, publishedAt),
        title: 'Ünfinished',
        summary: null,
        editorType: 'UPLOAD',
        contentMd: longText,
        contentHtml: '<p>é',
        contentRaw: '{}',
        toc: [{ id: 'a', text: 'A', level: 1, children: [] }],
        excerpt: 'a',
        readingMinutes: 3,
        categoryId: category.id,
        coverId: file.id,
        changedFields: ['title', 'contentMd'],
        authorId: actor.id,
      };
      await work.run((tx) => tx.workingCopies.add(copy));
      const found = (await workingCopies.find(content.id)) ?? expect.fail('The copy was not found.');
      const { id, fileName, alt, width, height } = file;
      const cover = { id, fileName, alt, width, height, variants: [] };
      expect({ ...found, contentMd: longText }).to.deep.equal({ ...copy, cover });
      expect((await readWholeText(found.contentMd ?? '')) === longText).to.equal(true);
      expect(await workingCopies.editorTypeOf(content.id)).to.equal('UPLOAD');
      const changed = { ...copy, contentMd: 'short', contentHtml: utf8Of('<p>short'), toc: [], excerpt: null };
      await work.run((tx) => tx.workingCopies.save(changed));
      expect(await workingCopies.find(content.id)).to.deep.equal({ ...changed, contentHtml: '<p>short', cover });
      await work.run((tx) => tx.workingCopies.remove(content.id));
      expect(await workingCopies.find(content.id)).to.equal(undefined);
    });

    it('removes a working copy together with its content', async () => {
      const { work, workingCopies } = open();
      const content = aPublished();
      await given(work, { contents: [content] });
      await work.run((tx) => tx.workingCopies.add(beginWorkingCopy(content, [], publishedAt)));
      await work.run((tx) => tx.contents.remove(content.id));
      expect(await workingCopies.find(content.id)).to.equal(undefined);
    });

    it('a working copy does not affect the content, its ETag, lists, searches and counts', async () => {
      const { work, contents, tags } = open();
      const [content, tag, secret] = [aPublished(), aTag(), unique('secret')];
      await given(work, { contents: [content], tags: [tag] });
      const before = await contents.find(content.id);
      const { version = '' } = (await contents.published({ id: content.id }, [])) ?? {};
      const change = { title: secret, slug: secret, summary: secret, contentMd: secret };
      await saveWorkingCopy(deps())({ actor, id: content.id, change, tagIds: [tag.id] });
      expect(await contents.find(content.id)).to.deep.equal(before);
      expect(await contents.published({ id: content.id }, [version])).to.deep.equal({ version, content: undefined });
      expect(await contents.published({ slug: secret }, [])).to.equal(undefined);
      const page = { page: 1, pageSize: 10 };
      expect((await contents.list({ ...page, search: secret })).total).to.equal(0);
      expect((await contents.search({ ...page, q: secret })).total).to.equal(0);
      expect((await tags.find(tag.id))?.contentCount).to.equal(0);
    });

    it('merges saves field by field, and publishes only the fields that were saved', async () => {
      const { work, contents, workingCopies } = open();
      const [content, tag] = [aPublished(), aTag()];
      await given(work, { contents: [content], tags: [tag] });
      const save = (change: { title?: string; contentMd?: string }, tagIds?: readonly (typeof tag.id)[]) =>
        saveWorkingCopy(deps())({ actor, id: content.id, change, tagIds });
      await save({ contentMd: 'new text' }, [tag.id]);
      await save({ title: 'New' });
      expect(await workingCopies.find(content.id)).to.deep.include({
        contentHtml: fakeHtmlOf('new text'),
        changedFields: ['title', 'contentMd', 'tagIds'],
        version: 2,
        baseVersion: 1,
        authorId: actor.id,
      });
      await updateContent(deps())({ actor, id: content.id, change: { summary: 'Meanwhile' } });
      const publish = (ifMatch?: 'any') => publishWorkingCopy(deps())({ actor, id: content.id, ifMatch });
      expect((await refusalOf(publish())).refusal).to.equal('working-copy-outdated');
      const published = await publish('any');
      expect(await contents.find(content.id)).to.deep.equal({ ...published, cover: null });
      expect(published).to.deep.include({
        title: 'New',
        summary: 'Meanwhile',
        contentMd: 'new text',
        contentHtml: fakeHtmlOf('new text'),
        tagIds: [tag.id],
        version: 3,
      });
      expect((await refusalOf(publish())).refusal).to.equal('working-copy-not-found');
    });

    it('publishes a working copy once for concurrent calls, and never after it was discarded', async () => {
      const { work } = open();
      const content = aPublished();
      await given(work, { contents: [content] });
      const save = () => saveWorkingCopy(deps())({ actor, id: content.id, change: { title: unique('copy') } });
      await save();
      const settled = await Promise.allSettled(
        Array.from({ length: 4 }, () => publishWorkingCopy(deps())({ actor, id: content.id })),
      );
      expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await save();
      await discardWorkingCopy(deps())({ actor, id: content.id });
      const { refusal } = await refusalOf(publishWorkingCopy(deps())({ actor, id: content.id }));
      expect(refusal).to.equal('working-copy-not-found');
    });
  });
}
