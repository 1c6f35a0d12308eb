import { createCategory, deleteCategory, updateCategory } from '../../src/categories/categories.ts';
import { createTag, createTags, deleteTag, updateTag } from '../../src/tags/tags.ts';
import { aCategory, aContent, aTag, given } from '@portcullis/testing';
import { actor, added, affected, event, removed, type EventCase } from './cases.ts';

const draft = { name: 'News', slug: 'news', description: 'All of them' };
const tag = aTag(draft);
const category = aCategory({ ...draft, order: 2 });

export const textCases: readonly EventCase[] = [
  {
    useCase: 'createTag',
    write: async (world) => {
      const { id } = await createTag(world)({ actor, ...draft });
      return [event('tag.created', { id, name: 'News' }, added(draft))];
    },
  },
  {
    useCase: 'createTags',
    write: async (world) => {
      await given(world, { tags: [tag] });
      const tags = await createTags(world)({ actor, names: ['News', 'Old'] });
      const id = tags.find((each) => each.id !== tag.id)?.id ?? null;
      return [event('tag.created', { id, name: 'Old' }, added({ name: 'Old', slug: 'old' }))];
    },
  },
  {
    useCase: 'updateTag',
    write: async (world) => {
      await given(world, { tags: [tag] });
      await updateTag(world)({ actor, id: tag.id, change: { name: 'New', description: null } });
      const changes = { name: ['News', 'New'], description: ['All of them', null] } as const;
      return [event('tag.updated', { id: tag.id, name: 'New' }, changes)];
    },
  },
  {
    useCase: 'updateTag',
    when: 'nothing changes',
    write: async (world) => {
      await given(world, { tags: [tag] });
      await updateTag(world)({ actor, id: tag.id, change: { name: 'News' } });
      return [];
    },
  },
  {
    useCase: 'deleteTag',
    write: async (world) => {
      const contents = [aContent(), aContent(), aContent()] as const;
      await given(world, { tags: [tag], contents });
      await given(world, { contentTags: contents.slice(1).map(({ id }) => [id, [tag.id]]) });
      await deleteTag(world)({ actor, id: tag.id });
      return [event('tag.deleted', tag, { ...removed(draft), ...affected({ contents: 2 }) })];
    },
  },
  {
    useCase: 'createCategory',
    write: async (world) => {
      await given(world, { categories: [category] });
      const fields = { name: 'Sport', slug: 'sport', description: null, order: 0, parentId: category.id };
      const { id } = await createCategory(world)({ actor, ...fields });
      const { description: _description, ...values } = fields;
      return [event('category.created', { id, name: 'Sport' }, added(values))];
    },
  },
  {
    useCase: 'updateCategory',
    write: async (world) => {
      await given(world, { categories: [category] });
      await updateCategory(world)({ actor, id: category.id, change: { order: 3 } });
      return [event('category.updated', category, { order: [2, 3] })];
    },
  },
  {
    useCase: 'deleteCategory',
    write: async (world) => {
      await given(world, { categories: [category] });
      await deleteCategory(world)({ actor, id: category.id });
      return [
        event('category.deleted', category, { ...removed({ ...draft, order: 2 }), ...affected({ contents: 0 }) }),
      ];
    },
  },
];
