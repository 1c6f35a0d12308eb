import { expect } from 'chai';
import { aContent, anId, aTag, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { slugContract } from './slugs.ts';
import { oneAfterTheOther, completionOrder, outcomes, type OpenStore } from './store.ts';

export function tagContract(adapter: string, open: OpenStore): void {
  describe(`Tags contract, ${adapter}`, () => {
    slugContract(open, {
      add: (tx, slug) => tx.tags.add(aTag({ slug })),
      addWithFreeSlug: (tx, slug) => tx.tags.addWithFreeSlug(aTag({ slug })),
    });

    it('stores every field unchanged', async () => {
      const { work, tags } = open();
      const tag = aTag({ description: 'Of a test' });
      await given(work, { tags: [tag] });
      expect(await tags.find(tag.id)).to.deep.equal({ ...tag, contentCount: 0 });
      expect(await tags.findBySlug(tag.slug)).to.deep.equal({ ...tag, contentCount: 0 });
      expect(await work.run((tx) => tx.tags.lock(tag.id))).to.deep.equal(tag);
    });

    it('reads in a transaction what the transaction has stored', async () => {
      const { work } = open();
      const tag = aTag();
      const found = await work.run(async (tx) => {
        await tx.tags.add(tag);
        return [await tx.tags.find(tag.id), ...(await tx.tags.findAll([anId(), tag.id]))];
      });
      expect(found).to.deep.equal([
        { ...tag, contentCount: 0 },
        { ...tag, contentCount: 0 },
      ]);
    });

    it('returns undefined for a tag that does not exist', async () => {
      const { tags } = open();
      expect(await tags.find(anId())).to.equal(undefined);
      expect(await tags.findBySlug(unique('nothing'))).to.equal(undefined);
      expect(await tags.findAll([])).to.deep.equal([]);
    });

    it('refuses a name in use, whatever its case, on add and on save', async () => {
      const { work } = open();
      const [taken, other] = [aTag({ name: unique('Ärger') }), aTag()];
      await given(work, { tags: [taken, other] });
      const name = taken.name.toUpperCase().normalize('NFD');
      const addition = work.run((tx) => tx.tags.add(aTag({ name })));
      expect((await refusalOf(addition)).refusal).to.equal('tag-name-taken');
      const change = work.run((tx) => tx.tags.save({ ...other, name }));
      expect((await refusalOf(change)).refusal).to.equal('tag-name-taken');
    });

    it('refuses to change the slug of a tag to the slug of another one', async () => {
      const { work } = open();
      const [taken, other] = [aTag(), aTag()];
      await given(work, { tags: [taken, other] });
      const change = work.run((tx) => tx.tags.save({ ...other, slug: taken.slug }));
      expect((await refusalOf(change)).refusal).to.equal('slug-taken');
    });

    it('lets only one of two concurrent transactions take a name', async () => {
      const { work } = open();
      const name = unique('wanted');
      const attempts = [name, name.toUpperCase()].map((each) => work.run((tx) => tx.tags.add(aTag({ name: each }))));
      expect(await outcomes(attempts)).to.deep.equal({ won: 1, refused: ['tag-name-taken'] });
    });

    it('finds tags by name in any case, and by their new name after a change', async () => {
      const { work } = open();
      const tag = aTag({ name: unique('Ärger') });
      await given(work, { tags: [tag] });
      const idsNamed = async (...names: string[]) =>
        (await work.run((tx) => tx.tags.findAllNamed(names))).map(({ id }) => id);
      expect(await idsNamed(tag.name.toUpperCase(), tag.name, unique('nothing'))).to.deep.equal([tag.id]);
      const name = unique('renamed');
      await work.run((tx) => tx.tags.save({ ...tag, name }));
      expect(await idsNamed(tag.name)).to.deep.equal([]);
      expect(await idsNamed(name.toUpperCase())).to.deep.equal([tag.id]);
    });

    it('addOrFind adds a tag with the first free slug, or finds the tag with its name', async () => {
      const { work } = open();
      const [other, tag] = [aTag(), aTag()];
      await given(work, { tags: [other] });
      const added = await work.run((tx) => tx.tags.addOrFind({ ...tag, slug: other.slug }));
      expect(added).to.deep.equal({ ...tag, slug: `${other.slug}-2` });
      const again = await work.run((tx) => tx.tags.addOrFind(aTag({ name: tag.name.toUpperCase() })));
      expect(again).to.deep.equal(added);
    });

    it('addOrFind returns one tag to concurrent transactions, which wait for the first of them', async () => {
      const { work } = open();
      const name = unique('wanted');
      const add = () => work.run((tx) => tx.tags.addOrFind(aTag({ name })));
      const ids = (await Promise.all([add(), add(), add(), add()])).map(({ id }) => id);
      expect(new Set(ids).size).to.equal(1);
      const ends = await completionOrder(
        work,
        (tx) => tx.tags.addOrFind(aTag({ name: `${name} 2` })),
        (tx) => tx.tags.addOrFind(aTag({ name: `${name} 2` })),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('existingIds returns the ids that exist, and prevents their removal until the transaction ends', async () => {
      const { work } = open();
      const tag = aTag();
      await given(work, { tags: [tag] });
      expect(await work.run((tx) => tx.tags.existingIds([anId(), tag.id]))).to.deep.equal(new Set([tag.id]));
      const ends = await completionOrder(
        work,
        (tx) => tx.tags.existingIds([tag.id]),
        (tx) => tx.tags.remove(tag.id),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('findAll returns tags in the order of the given ids, and omits ids that do not exist', async () => {
      const { work, tags } = open();
      const [a, b] = [aTag(), aTag()];
      await given(work, { tags: [a, b] });
      const found = await tags.findAll([b.id, anId(), a.id]);
      expect(found.map(({ id }) => id)).to.deep.equal([b.id, a.id]);
    });

    it('counts the published contents of a tag, and removes its links to contents when it is removed', async () => {
      const { work, tags, contents } = open();
      const tag = aTag();
      const statuses = ['PUBLISHED', 'PUBLISHED', 'DRAFT', 'ARCHIVED'] as const;
      const made = statuses.map((status) => aContent({ status }));
      await given(work, { tags: [tag], contents: made, contentTags: made.map(({ id }) => [id, [tag.id]]) });
      expect((await tags.find(tag.id))?.contentCount).to.equal(2);
      expect((await tags.findAll([tag.id]))[0]?.contentCount).to.equal(2);
      const { items } = await tags.list({ page: 1, pageSize: 10, search: tag.slug });
      expect(items).to.deep.equal([{ ...tag, contentCount: 2 }]);
      await work.run((tx) => tx.tags.remove(tag.id));
      for (const { id } of made) expect((await contents.find(id))?.tagIds).to.deep.equal([]);
    });

    it('returns the tags with the most published contents, and breaks ties by name', async () => {
      const { work, tags } = open();
      const base = unique('popular');
      const [b, a, most] = [aTag({ name: `${base}Z` }), aTag({ name: `${base}a` }), aTag({ name: `${base}zz` })];
      const made = Array.from({ length: 30 }, () => aContent({ status: 'PUBLISHED' }));
      await given(work, {
        tags: [b, a, most],
        contents: made,
        contentTags: made.map(({ id }, index) => [id, index === 0 ? [most.id] : [a.id, b.id, most.id]]),
      });
      const popular = await tags.popular(3);
      expect(popular.map(({ id, contentCount }) => [id, contentCount])).to.deep.equal([
        [most.id, 30],
        [a.id, 29],
        [b.id, 29],
      ]);
      expect(await tags.popular(1)).to.have.length(1);
    });
  });
}
