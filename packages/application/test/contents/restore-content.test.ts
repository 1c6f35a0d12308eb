import type { ContentFields, ContentId, EditorType } from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  createContent,
  createTags,
  deleteTag,
  publishContent,
  restoreContent,
  updateContent,
} from '../../src/index.ts';
import { readWholeText } from '../../src/contents/read-whole-text.ts';
import { aCategory, anActor, aUser, given, InMemoryWorld, refusalOf } from '../../src/testing/index.ts';

const body = fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: null });
const types: readonly EditorType[] = ['MARKDOWN', 'UPLOAD', 'RICHTEXT'];

/** Changes of any subset of the editable fields. `tags` is a set of two tags as a number. */
const change = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 10 }),
    slug: fc.constantFrom('one', 'two', 'three'),
    summary: body,
    editorType: fc.constantFrom(...types),
    contentMd: body,
    contentHtml: body,
    contentRaw: body,
    isFiled: fc.boolean(),
    tags: fc.nat({ max: 3 }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  { weight: 5, arbitrary: change.map((fields) => ({ fields })) },
  { weight: 1, arbitrary: fc.constant({ publish: true }) },
  { weight: 1, arbitrary: fc.nat({ max: 20 }).map((version) => ({ version })) },
);

const editable = ['title', 'slug', 'summary', 'editorType', 'contentMd', 'contentRaw', 'categoryId', 'tagIds'] as const;

describe('restoreContent', () => {
  const actor = anActor();
  const [category, author] = [aCategory(), aUser()];
  const draft = { actor, title: 'x', summary: null, editorType: 'MARKDOWN' as const, contentMd: 'first' };
  const bodies = { contentHtml: null, contentRaw: null, categoryId: null, authorId: author.id };

  async function withContent() {
    const world = InMemoryWorld.seeded();
    await given(world, { users: [author], categories: [category] });
    const tags = await createTags(world)({ actor, names: ['News', 'Tips'] });
    const { id } = await createContent(world)({ ...draft, ...bodies, slug: 'one', tagIds: [] });
    return { world, id, tagIds: tags };
  }

  /** The editable fields of a version; the HTML only where it is one of them. */
  async function fieldsOf(world: InMemoryWorld, id: ContentId, version: number): Promise<Record<string, unknown>> {
    const found = (await world.revisions.find(id, version)) ?? expect.fail(`Version ${version} has no revision.`);
    const whole = async (text: Parameters<typeof readWholeText>[0] | null) => text && readWholeText(text);
    const fields: Record<string, unknown> = Object.fromEntries(editable.map((name) => [name, found[name]]));
    const texts = { contentMd: await whole(found.contentMd), contentRaw: await whole(found.contentRaw) };
    const html = found.editorType === 'RICHTEXT' ? { contentHtml: await whole(found.contentHtml) } : {};
    return { ...fields, ...texts, ...html };
  }

  it('gives every editable field of any version back, byte for byte, in 200 random histories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(), async (steps, chosen) => {
        const { world, id, tagIds } = await withContent();
        for (const each of steps) {
          if ('publish' in each) await publishContent(world)({ actor, id });
          else if ('version' in each) await restoreContent(world)({ actor, id, version: each.version }).catch(() => 0);
          else {
            const { isFiled, tags, ...fields } = each.fields;
            const filed = isFiled === undefined ? {} : { categoryId: isFiled ? category.id : null };
            const set = tags === undefined ? undefined : tagIds.filter((_id, index) => (tags >> index) % 2 === 1);
            const changed: Partial<ContentFields> = { ...fields, ...filed };
            await updateContent(world)({ actor, id, change: changed, tagIds: set });
          }
        }
        const { version: last = 1 } = (await world.contents.find(id)) ?? {};
        const version = 1 + (chosen % last);
        const old = await fieldsOf(world, id, version);
        const restored = await restoreContent(world)({ actor, id, version });
        expect(await fieldsOf(world, id, restored.version)).to.deep.equal(old);
        expect(restored).to.deep.include(old);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the slug if another content has the old one', async () => {
    const { world, id } = await withContent();
    await updateContent(world)({ actor, id, change: { slug: 'two', title: 'Renamed' } });
    await createContent(world)({ ...draft, ...bodies, slug: 'one', tagIds: [] });
    expect(await restoreContent(world)({ actor, id, version: 1 })).to.include({ slug: 'two', title: 'x', version: 3 });
  });

  it('leaves out tags and categories that no longer exist', async () => {
    const { world, id, tagIds } = await withContent();
    await updateContent(world)({ actor, id, change: { categoryId: category.id }, tagIds });
    await updateContent(world)({ actor, id, change: { categoryId: null }, tagIds: [] });
    const [gone, ...left] = tagIds;
    if (gone !== undefined) await deleteTag(world)({ actor, id: gone });
    await world.run((tx) => tx.categories.remove(category.id));
    const restored = await restoreContent(world)({ actor, id, version: 2 });
    expect(restored).to.deep.include({ categoryId: null, tagIds: left });
  });

  it('refuses a version without a revision', async () => {
    const { world, id } = await withContent();
    const refusal = await refusalOf(restoreContent(world)({ actor, id, version: 7 }));
    expect(refusal.refusal).to.equal('revision-not-found');
  });
});
