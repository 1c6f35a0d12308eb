import { deletedId } from '@portcullis/domain/internal/conditions/condition-operators';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { EditableTag } from '@portcullis/domain/internal/contents/tag';
import { expect } from 'chai';
import { createTag, createTags, deleteTag, updateTag, type CreateTagInput } from '../../src/tags/tags.ts';
import { aContent, anId, aRole, aTag, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';
import { givenContentPermissions } from '@portcullis/testing/internal/given';

describe('Tags', () => {
  const news = aTag({ name: 'News', slug: 'news' });
  const other = aTag();
  let world: InMemoryWorld;
  const create = (input: Partial<CreateTagInput>) =>
    createTag(world)({ actor: anActor(), name: 'Größe', description: null, ...input });
  const update = (id: TagId, change: Partial<EditableTag>) => updateTag(world)({ actor: anActor(), id, change });
  const batch = async (...names: string[]) =>
    (await createTags(world)({ actor: anActor(), names })).map(({ id }) => id);
  const remove = (id: TagId) => deleteTag(world)({ actor: anActor(), id });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { tags: [news, other] });
  });

  describe('createTag', () => {
    it('makes the slug from the beginning of the id if the name has no letters', async () => {
      const { id, slug } = await create({ name: '!!!' });
      expect(slug).to.have.lengthOf(8).and.equal(id.slice(0, 8));
    });

    it('adds a tag with a slug from its name, numbered if the slug is in use', async () => {
      const [one, two] = [await create({}), await create({ name: 'News!' })];
      const at = world.clock.now();
      const expected = {
        id: one.id,
        name: 'Größe',
        slug: 'größe',
        description: null,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      expect(one).to.deep.equal({ ...expected, contentCount: 0 });
      expect(two.slug).to.equal('news-2');
      expect(await world.tags.find(one.id)).to.deep.equal(one);
    });

    it('refuses a name in use in any case, a slug in use, and a slug that is a relative path', async () => {
      expect((await refusalOf(create({ slug: '..' }))).refusal).to.equal('slug-unacceptable');
      expect((await refusalOf(create({ name: 'NEWS' }))).refusal).to.equal('tag-name-taken');
      expect((await refusalOf(create({ slug: 'news' }))).refusal).to.equal('slug-taken');
    });
  });

  describe('createTags', () => {
    it('returns a tag for each name in the given order, and creates missing tags', async () => {
      const [made, found, ...none] = await batch('Fresh', 'nEWS');
      expect([found, none]).to.deep.equal([news.id, []]);
      expect(await world.tags.findAll(made === undefined ? [] : [made])).to.have.nested.property('[0].name', 'Fresh');
    });

    it('gives names from which the same slug is made different slugs, in the order of the names', async () => {
      const tags = await world.tags.findAll(await batch('C++', 'C#'));
      expect(tags.map(({ name, slug }) => [name, slug])).to.deep.equal([
        ['C++', 'c-2'],
        ['C#', 'c'],
      ]);
    });

    it('returns one tag for several spellings of a name, and creates it with the first spelling', async () => {
      const ids = await batch('Zoo', 'ape', 'ZOO', 'Ape', 'zoo');
      const tags = await world.tags.findAll(ids);
      expect(tags.map(({ name }) => name)).to.deep.equal(['Zoo', 'ape']);
    });

    it('creates nothing if all tags exist, and returns an empty list for no names', async () => {
      expect(await batch('news', 'News')).to.deep.equal([news.id]);
      expect(await batch()).to.deep.equal([]);
      expect((await world.tags.list({ page: 1, pageSize: 10 })).total).to.equal(2);
    });

    it('creates only one tag for a name in two concurrent batches', async () => {
      const [one, two] = await Promise.all([batch('a1', 'b1'), batch('b1', 'a1')]);
      expect(two?.toReversed()).to.deep.equal(one);
    });
  });

  describe('updateTag', () => {
    it('changes only the given fields; a new name does not change the slug', async () => {
      world.clock.advance(1);
      const changed = await update(news.id, { name: 'Latest' });
      expect(changed).to.deep.equal({
        ...news,
        name: 'Latest',
        version: 2,
        updatedAt: world.clock.now(),
        contentCount: 0,
      });
      expect(await world.tags.find(news.id)).to.deep.equal(changed);
    });

    it('can change the case of the name', async () => {
      expect((await update(news.id, { name: 'NEWS' })).name).to.equal('NEWS');
    });

    it('refuses an unknown tag, a name in use and a slug in use', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('tag-not-found');
      expect((await refusalOf(update(other.id, { name: 'news' }))).refusal).to.equal('tag-name-taken');
      expect((await refusalOf(update(other.id, { slug: 'news' }))).refusal).to.equal('slug-taken');
      expect((await refusalOf(update(other.id, { slug: '..' }))).refusal).to.equal('slug-unacceptable');
    });
  });

  describe('deleteTag', () => {
    it('removes a tag and its links to contents', async () => {
      const content = aContent();
      await given(world, { contents: [content], contentTags: [[content.id, [news.id, other.id]]] });
      await remove(news.id);
      expect((await world.contents.find(content.id))?.tagIds).to.deep.equal([other.id]);
    });

    it('refuses to remove a tag that conditions name, unless forced, and then lets them permit no more', async () => {
      const role = aRole();
      const { 'content.read-drafts': read, 'tag.manage': manage } = await givenContentPermissions(world);
      await given(world, {
        roles: [role],
        rolePermissions: [[role.id, [read, manage]]],
        conditions: [
          [
            role.id,
            [
              { permissionId: read, condition: { not: { attr: 'resource.tagIds', contains: news.id } } },
              { permissionId: manage, condition: { attr: 'resource.id', in: [news.id, other.id] } },
            ],
          ],
        ],
      });
      const { refusal, details } = await refusalOf(remove(news.id));
      const { id, code, name } = role;
      expect([refusal, details]).to.deep.equal(['tag-in-conditions', { roles: [{ id, code, name }] }]);
      expect(await world.tags.find(news.id)).not.to.equal(undefined);
      await deleteTag(world)({ actor: anActor(), id: news.id, force: true });
      const stored = new Map(
        (await world.roles.grantsOf(role.id))?.map(({ permissionId, condition }) => [permissionId, condition]),
      );
      expect(stored.get(read)).to.deep.equal({ not: { attr: 'resource.tagIds', contains: deletedId } });
      expect(stored.get(manage)).to.deep.equal({ attr: 'resource.id', in: [deletedId, other.id] });
      const types = (await world.events.after(0, 100)).map(({ type }) => type);
      expect(types).to.deep.equal(['role.permissions.changed', 'tag.deleted']);
    });

    it('refuses an unknown tag', async () => {
      expect((await refusalOf(remove(anId()))).refusal).to.equal('tag-not-found');
    });
  });

  describe('with a condition', () => {
    const reach = { attr: 'resource.id', under: news.id } as const;
    const actor = anActor();

    it('can be changed and removed if the condition includes them', async () => {
      await updateTag(world)({ actor, id: news.id, change: { name: 'Latest' }, reach });
      await deleteTag(world)({ actor, id: news.id, reach });
      expect(await world.tags.find(news.id)).to.equal(undefined);
      expect(await create({ reach: { attr: 'resource.id', ne: news.id } })).to.include({ name: 'Größe' });
    });

    it('cannot be created, changed or removed otherwise', async () => {
      const attempts = [
        () => create({ reach }),
        () => createTags(world)({ actor, names: ['Größe'], reach }),
        () => updateTag(world)({ actor, id: other.id, change: { name: 'New' }, reach }),
        () => deleteTag(world)({ actor, id: other.id, reach }),
        () => deleteTag(world)({ actor, id: news.id, reach: false }),
      ];
      for (const attempt of attempts) expect((await refusalOf(attempt())).refusal).to.equal('permission-required');
      expect(await world.tags.find(other.id)).to.include({ name: other.name, version: 1 });
    });
  });
});
