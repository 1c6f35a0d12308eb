import { expect } from 'chai';
import { aCategory, aContent, anId, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { slugContract } from './slugs.ts';
import type { OpenStore } from './store.ts';

export function contentContract(adapter: string, open: OpenStore): void {
  describe(`Contents contract, ${adapter}`, () => {
    slugContract(open, {
      add: (tx, slug) => tx.contents.add(aContent({ slug })),
      freeSlug: (tx, base) => tx.contents.freeSlug(base),
    });

    it('stores every field unchanged, including every byte of the bodies', async () => {
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

    it('returns undefined for a content that does not exist', async () => {
      const { contents } = open();
      expect(await contents.find(anId())).to.equal(undefined);
      expect(await contents.findBySlug(unique('nothing'))).to.equal(undefined);
      expect(await contents.editorTypeOf(anId())).to.equal(undefined);
    });

    it('refuses to change the slug of a content to the slug of another one', async () => {
      const { work } = open();
      const [taken, other] = [aContent(), aContent()];
      await given(work, { contents: [taken, other] });
      const change = work.run((tx) => tx.contents.save({ ...other, slug: taken.slug }));
      expect((await refusalOf(change)).refusal).to.equal('slug-taken');
    });

    it('setTags adds and removes tags; a content is returned with its tag ids sorted', async () => {
      const { work, contents } = open();
      const content = aContent();
      const [a, b, c] = [aTag(), aTag(), aTag()];
      await given(work, { contents: [content], tags: [a, b, c], contentTags: [[content.id, [b.id, a.id]]] });
      expect((await contents.find(content.id))?.tagIds).to.deep.equal([a.id, b.id]);
      await work.run((tx) => tx.contents.setTags(content.id, { before: [a.id, b.id], after: [b.id, c.id] }));
      expect(await work.run((tx) => tx.contents.tagsOf(content.id))).to.deep.equal([b.id, c.id]);
      expect((await contents.findBySlug(content.slug))?.tagIds).to.deep.equal([b.id, c.id]);
    });

    it('removes the links to tags together with a content', async () => {
      const { work, contents, tags } = open();
      const [content, tag] = [aContent({ status: 'PUBLISHED' }), aTag()];
      await given(work, { contents: [content], tags: [tag], contentTags: [[content.id, [tag.id]]] });
      await work.run((tx) => tx.contents.remove(content.id));
      expect(await contents.find(content.id)).to.equal(undefined);
      expect((await tags.find(tag.id))?.contentCount).to.equal(0);
    });
  });
}
