import { Utf8Text, type Content } from '@portcullis/domain';
import type { ContentRepository } from '../../ports/contents.ts';
import type { State, StoredContent } from '../state.ts';
import { freeSlug, linksOf, setLinks, table } from '../tables.ts';
import { textOf } from '../utf8.ts';

export function contentRepository(state: State): ContentRepository {
  const rows = table(state.contents, {
    unique: [['slug-taken', ({ slug }) => slug]],
    referencesExist: ({ categoryId, authorId }) =>
      (categoryId === null || state.categories.has(categoryId)) && (authorId === null || state.users.has(authorId)),
    beforeRemove: (id) => state.contentTags.delete(id),
  });
  return {
    ...rows,
    add: (content) => rows.add(storedContent(content)),
    save: (content) => rows.save(storedContent(content)),
    tagsOf: async (id) => linksOf(state.contentTags, id).toSorted(),
    setTags: setLinks(state.contentTags, state.contents, state.tags),
    freeSlug: (base) => freeSlug(state.contents.values(), base),
  };
}

const storedContent = ({ contentHtml, ...content }: Content): StoredContent => ({
  ...content,
  contentHtml: contentHtml instanceof Utf8Text ? textOf(contentHtml) : contentHtml,
});
