import type { ContentRepository } from '../../ports/contents.ts';
import type { State } from '../state.ts';
import { freeSlug, linksOf, setLinks, table } from '../tables.ts';

export const contentRepository = (state: State): ContentRepository => ({
  ...table(state.contents, {
    unique: [['slug-taken', ({ slug }) => slug]],
    referencesExist: ({ categoryId, authorId }) =>
      (categoryId === null || state.categories.has(categoryId)) && (authorId === null || state.users.has(authorId)),
    beforeRemove: (id) => state.contentTags.delete(id),
  }),
  tagsOf: async (id) => linksOf(state.contentTags, id).toSorted(),
  setTags: setLinks(state.contentTags, state.contents, state.tags),
  freeSlug: (base) => freeSlug(state.contents.values(), base),
});
