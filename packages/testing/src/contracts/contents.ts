import { expect } from 'chai';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { aCategory, aContent, aMediaFile, anId, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { slugContract } from './slugs.ts';
import type { OpenStore } from './store.ts';

const page = { page: 1, pageSize: 10 };

const coverOf = ({ id, fileName, alt, width, height }: MediaFile) => ({
  id,
  fileName,
  alt,
  width,
  height,
  variants: [],
});

export function contentContract(adapter: string, open: OpenStore): void {
  describe(`Contents contract, ${adapter}`, () => {
    slugContract(open, {
      add: (tx, slug) => tx.contents.add(aContent({ slug })),
      addWithFreeSlug: (tx, slug) => tx.contents.addWithFreeSlug(aContent({ slug })),
    });

    it('stores every field unchanged, including every byte of the bodies', async () => {
      const { work, contents } = open();
      const [category, author, file] = [aCategory(), aUser(), aMediaFile({ alt: 'A bridge' })];
      const content = aContent({
        title: 'Über 100 %',
        summary: 'Σ',
        editorType: 'RICHTEXT',
        contentMd: ' # a\r\n',
        contentHtml: '<script>1</script>',
        contentRaw: '{"ops":[]}',
        categoryId: category.id,
        coverId: file.id,
        authorId: author.id,
        status: 'ARCHIVED',
        publishedAt: new Date('2026-02-03T04:05:06.789Z'),
      });
      await given(work, { categories: [category], users: [author], media: [file], contents: [content] });
      const shown = { ...content, tagIds: [], cover: coverOf(file) };
      expect(await contents.find(content.id)).to.deep.equal(shown);
      expect(await contents.findBySlug(content.slug)).to.deep.equal(shown);
      expect(await contents.editorTypeOf(content.id)).to.equal('RICHTEXT');
      expect(await work.run((tx) => tx.contents.lock(content.id))).to.deep.equal(content);
    });

    it('returns undefined for a content that does not exist', async () => {
      const { contents } = open();
      expect(await contents.find(anId())).to.equal(undefined);
      expect(await contents.findBySlug(unique('nothing'))).to.equal(undefined);
      expect(await contents.editorTypeOf(anId())).to.equal(undefined);
    });

    it('returns the picture of a content in lists and searches, until the file is removed', async () => {
      const { work, contents } = open();
      const [file, kept] = [aMediaFile(), aMediaFile()];
      const missing = anId<'Media'>();
      const contentMd = [kept.id, missing].map((id) => `![](/media/${id}/x.png)`).join('');
      const content = aContent({ title: unique('bridge'), coverId: file.id, contentMd, status: 'PUBLISHED' });
      await given(work, { media: [file, kept], contents: [content] });
      const covers = async () => {
        const { items } = await contents.list({ ...page, search: content.title });
        const found = await contents.search({ ...page, q: content.title });
        return [...items, ...found.items].map(({ cover }) => cover);
      };
      expect(await covers()).to.deep.equal([coverOf(file), coverOf(file)]);
      expect((await contents.findForEditor(content.id))?.brokenMedia).to.deep.equal([missing]);
      await work.run((tx) => tx.media.remove(file.id));
      expect(await covers()).to.deep.equal([null, null]);
      const broken = [file.id, missing].toSorted();
      const found = await contents.findForEditor(content.id);
      expect(found).to.deep.include({ coverId: file.id, cover: null, hasDraft: false, brokenMedia: broken });
    });

    it('finds the first picture of contents: the cover, or else the first one in the text', async () => {
      const { work, contents } = open();
      const [one, other] = [aMediaFile(), aMediaFile()];
      const film = aMediaFile({ type: 'video' });
      const showing = (...ids: readonly string[]) => ids.map((id) => `![](/media/${id}/x)`).join('');
      const covered = aContent({ coverId: other.id, contentMd: showing(one.id) });
      const first = aContent({ coverId: anId(), contentMd: showing(film.id, other.id, one.id) });
      const none = aContent({ contentMd: showing(film.id) });
      await given(work, { media: [one, other, film], contents: [covered, first, none] });
      const pictures = async () => {
        const found = await contents.firstPictures([covered.id, first.id, none.id, anId()]);
        return new Map([...found].map(([id, picture]) => [id, picture.id]));
      };
      expect(await pictures()).to.deep.equal(
        new Map([
          [covered.id, other.id],
          [first.id, other.id],
        ]),
      );
      const { id, fileName, mime, bytes } = other;
      const found = await contents.firstPictures([covered.id]);
      expect(found.get(covered.id)).to.deep.equal({ id, fileName, mime, bytes });
      await work.run((tx) => tx.contents.save({ ...first, contentMd: showing(one.id, other.id) }, first));
      expect((await pictures()).get(first.id)).to.equal(one.id);
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
