import type { Tag, TagView } from '@portcullis/domain';
import type { ListQuery } from '../../ports/lists.ts';
import type { TagSortField, TagViews } from '../../ports/tags.ts';
import { rowsOf } from '../grants.ts';
import { pageOf, sortedBy, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';

const listed: ListRules<TagView, TagSortField, ListQuery<TagSortField>> = {
  sort: {
    createdAt: (tag) => tag.createdAt,
    updatedAt: (tag) => tag.updatedAt,
    name: (tag) => tag.name,
    slug: (tag) => tag.slug,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name, slug }) => [name, slug],
};

function viewOf({ contents, contentTags }: State, tag: Tag): TagView {
  const published = [...contents.values()].filter(({ status }) => status === 'PUBLISHED');
  const contentCount = published.filter(({ id }) => linksOf(contentTags, id).includes(tag.id)).length;
  return { ...tag, contentCount };
}

const viewsOf = (state: State): TagView[] => [...state.tags.values()].map((tag) => viewOf(state, tag));

export const tagViews = (now: () => State): TagViews => ({
  find: async (id) => viewsOf(now()).find((tag) => tag.id === id),
  findBySlug: async (slug) => viewsOf(now()).find((tag) => tag.slug === slug),
  findAll: async (ids) => rowsOf(now().tags, ids).map((tag) => viewOf(now(), tag)),
  list: async (query) => pageOf(viewsOf(now()), query, listed),
  popular: async (limit) =>
    sortedBy(viewsOf(now()), ({ contentCount, name, id }) => [-contentCount, name, id]).slice(0, limit),
});
