import { expect } from 'chai';
import { aCategory, aContent, anId, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { slugContract } from './slugs.ts';
import { oneAfterTheOther, completionOrder, type OpenStore } from './store.ts';

export function categoryContract(adapter: string, open: OpenStore): void {
  describe(`Categories contract, ${adapter}`, () => {
    slugContract(open, {
      add: (tx, slug) => tx.categories.add(aCategory({ slug })),
      addWithFreeSlug: (tx, slug) => tx.categories.addWithFreeSlug(aCategory({ slug })),
    });

    it('stores every field unchanged', async () => {
      const { work, categories } = open();
      const parent = aCategory({ description: 'Of a test', order: -3 });
      const category = aCategory({ parentId: parent.id });
      await given(work, { categories: [parent, category] });
      expect(await categories.find(parent.id)).to.deep.equal(parent);
      expect(await categories.findBySlug(category.slug)).to.deep.equal(category);
      expect(await categories.all()).to.deep.include.members([parent, category]);
      expect(await work.run((tx) => tx.categories.lock(category.id))).to.deep.equal(category);
    });

    it('returns undefined for a category that does not exist', async () => {
      const { categories } = open();
      expect(await categories.find(anId())).to.equal(undefined);
      expect(await categories.findBySlug(unique('nothing'))).to.equal(undefined);
    });

    it('refuses to change the slug of a category to the slug of another one', async () => {
      const { work } = open();
      const [taken, other] = [aCategory(), aCategory()];
      await given(work, { categories: [taken, other] });
      const change = work.run((tx) => tx.categories.save({ ...other, slug: taken.slug }));
      expect((await refusalOf(change)).refusal).to.equal('slug-taken');
    });

    it('lists the children of a category', async () => {
      const { work, categories } = open();
      const root = aCategory();
      const child = aCategory({ parentId: root.id });
      const leaf = aCategory({ parentId: child.id });
      await given(work, { categories: [root, child, leaf] });
      const below = await categories.list({ page: 1, pageSize: 10, parentId: root.id });
      expect(below).to.deep.equal({ items: [child], total: 1, page: 1, pageSize: 10 });
    });

    it('refuses to remove a category that contains categories or contents, which isUsed reports', async () => {
      const { work, categories } = open();
      const [parent, filled] = [aCategory(), aCategory()];
      const child = aCategory({ parentId: parent.id });
      const content = aContent({ categoryId: filled.id });
      await given(work, { categories: [parent, filled, child], contents: [content] });
      for (const { id } of [parent, filled]) {
        expect(await work.run((tx) => tx.categories.isUsed(id))).to.equal(true);
        const removal = work.run((tx) => tx.categories.remove(id));
        expect((await refusalOf(removal)).refusal).to.equal('category-in-use');
      }
      expect(await work.run((tx) => tx.categories.isUsed(child.id))).to.equal(false);
      await work.run((tx) => tx.categories.remove(child.id));
      expect(await categories.find(child.id)).to.equal(undefined);
    });

    it('existingIds returns the ids that exist, and prevents their removal until the transaction ends', async () => {
      const { work } = open();
      const category = aCategory();
      await given(work, { categories: [category] });
      const existing = await work.run((tx) => tx.categories.existingIds([anId(), category.id]));
      expect(existing).to.deep.equal(new Set([category.id]));
      const ends = await completionOrder(
        work,
        (tx) => tx.categories.existingIds([category.id]),
        (tx) => tx.categories.remove(category.id),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('lockTree returns the parent of every category, and allows only one transaction at a time', async () => {
      const { work } = open();
      const root = aCategory();
      const child = aCategory({ parentId: root.id });
      await given(work, { categories: [root, child] });
      const places = await work.run((tx) => tx.categories.lockTree());
      expect(places).to.deep.include.members([
        { id: root.id, parentId: null },
        { id: child.id, parentId: root.id },
      ]);
      const ends = await completionOrder(
        work,
        (tx) => tx.categories.lockTree(),
        (tx) => tx.categories.lockTree(),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });
  });
}
