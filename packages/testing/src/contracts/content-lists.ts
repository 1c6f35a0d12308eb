import { expect } from 'chai';
import type { ContentListQuery } from '@portcullis/application/internal/ports/contents';
import { aCategory, aContent, anId, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function contentListContract(adapter: string, open: OpenStore): void {
  describe(`Content lists contract, ${adapter}`, () => {
    it('lists contents without their bodies', async () => {
      const { work, contents } = open();
      const [content, tag] = [aContent({ contentMd: '# a', contentHtml: '<h1>a</h1>', contentRaw: 'a' }), aTag()];
      await given(work, { contents: [content], tags: [tag], contentTags: [[content.id, [tag.id]]] });
      const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = content;
      const { items } = await contents.list({ page: 1, pageSize: 10, search: content.slug });
      expect(items).to.deep.equal([{ ...item, tagIds: [tag.id], cover: null }]);
    });

    it('applies each filter to contents; a category includes its descendants', async () => {
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

    it('lists the newest contents first, and unpublished contents last when sorted by publication', async () => {
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
