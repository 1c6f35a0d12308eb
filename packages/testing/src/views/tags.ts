import { stateAt, type Tag, type TagView } from '@portcullis/domain';
import type { ListQuery, Clock, TagSortField, TagViews } from '@portcullis/application';
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

function viewOf({ contents, contentTags }: State, at: Date, tag: Tag): TagView {
  const published = [...contents.values()].filter((content) => stateAt(content, at).status === 'PUBLISHED');
  const contentCount = published.filter(({ id }) => linksOf(contentTags, id).includes(tag.id)).length;
  return { ...tag, contentCount };
}

export function tagViews(now: () => State, clock: Clock): TagViews {
  const viewsOf = (): TagView[] => [...now().tags.values()].map((tag) => viewOf(now(), clock.now(), tag));
  return {
    find: async (id) => viewsOf().find((tag) => tag.id === id),
    findBySlug: async (slug) => viewsOf().find((tag) => tag.slug === slug),
    findAll: async (ids) => rowsOf(now().tags, ids).map((tag) => viewOf(now(), clock.now(), tag)),
    list: async (query) => pageOf(viewsOf(), query, listed),
    popular: async (limit) =>
      sortedBy(viewsOf(), ({ contentCount, name, id }) => [-contentCount, name, id]).slice(0, limit),
  };
}
