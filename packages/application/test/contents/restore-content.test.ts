import { size } from '@portcullis/testing/internal/full-size';
import { expect } from 'chai';
import fc from 'fast-check';
import { createContent, updateContent } from '../../src/contents/contents.ts';
import { restoreContent } from '../../src/contents/revisions.ts';
import { createTags, deleteTag } from '../../src/tags/tags.ts';
import { aCategory, aMediaFile, anActor, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import {
  editorTypesOfHistories,
  restoreHistory,
  type HistoryStep,
} from '@portcullis/testing/internal/contracts/restore-history';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const body = fc.option(fc.string({ unit: fc.constantFrom(...'a #é字😀\0\n\u2028\ufffd'), maxLength: 20 }), {
  nil: null,
});

const change = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 10 }),
    slug: fc.constantFrom('one', 'two', 'three'),
    summary: body,
    editorType: fc.constantFrom(...editorTypesOfHistories),
    contentMd: body,
    contentHtml: body,
    contentRaw: body,
    isFiled: fc.boolean(),
    tags: fc.nat({ max: 3 }),
  },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 5, arbitrary: change.map((fields) => ({ fields })) },
  { weight: 1, arbitrary: fc.constant({ publish: true as const }) },
  { weight: 1, arbitrary: fc.nat({ max: 20 }).map((version) => ({ version })) },
);

describe('restoreContent', () => {
  const actor = anActor();
  const [category, author] = [aCategory(), aUser()];
  const draft = { actor, title: 'x', summary: null, editorType: 'MARKDOWN' as const, contentMd: 'first' };
  const bodies = { contentHtml: null, contentRaw: null, categoryId: null, coverId: null, authorId: author.id };

  async function withContent() {
    const world = InMemoryWorld.seeded();
    await given(world, { users: [author], categories: [category] });
    const tags = (await createTags(world)({ actor, names: ['News', 'Tips'] })).map(({ id: tagId }) => tagId);
    const { id } = await createContent(world)({ ...draft, ...bodies, slug: 'one', tagIds: [] });
    return { world, id, tagIds: tags };
  }

  it('restores every editable field of any version, byte for byte, in 200 random histories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(), async (steps, chosen) => {
        const { world: store, tagIds: tags } = await withContent();
        const stage = { store, category: category.id, tags, authorId: author.id };
        const { old, again, content } = await restoreHistory(stage, steps, chosen);
        expect(again).to.deep.equal(old);
        expect(content).to.deep.include(old);
      }),
      { numRuns: size(200) },
    );
  });

  it('keeps the current slug if another content has the slug of the restored version', async () => {
    const { world, id } = await withContent();
    await updateContent(world)({ actor, id, change: { slug: 'two', title: 'Renamed' } });
    await createContent(world)({ ...draft, ...bodies, slug: 'one', tagIds: [] });
    expect(await restoreContent(world)({ actor, id, version: 1 })).to.include({ slug: 'two', title: 'x', version: 3 });
  });

  it('does not restore tags, categories and pictures that no longer exist', async () => {
    const { world, id, tagIds } = await withContent();
    const file = aMediaFile();
    await given(world, { media: [file] });
    await updateContent(world)({ actor, id, change: { categoryId: category.id, coverId: file.id }, tagIds });
    const clear = () => updateContent(world)({ actor, id, change: { categoryId: null, coverId: null }, tagIds: [] });
    await clear();
    expect(await restoreContent(world)({ actor, id, version: 2 })).to.include({ coverId: file.id });
    await clear();
    await world.run((tx) => tx.media.remove(file.id));
    const [gone, ...left] = tagIds;
    if (gone !== undefined) await deleteTag(world)({ actor, id: gone });
    await world.run((tx) => tx.categories.remove(category.id));
    const restored = await restoreContent(world)({ actor, id, version: 2 });
    expect(restored).to.deep.include({ categoryId: null, coverId: null, tagIds: left });
  });

  it('refuses a version without a revision', async () => {
    const { world, id } = await withContent();
    const refusal = await refusalOf(restoreContent(world)({ actor, id, version: 7 }));
    expect(refusal.refusal).to.equal('revision-not-found');
  });
});
