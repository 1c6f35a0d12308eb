import { Utf8Text, type Content, type ContentId, type Versioned } from '@portcullis/domain';
import type { ContentRepository } from '@portcullis/application';
import type { State, StoredContent } from '../state.ts';
import { freeSlug, linksOf } from '../tables.ts';
import { textOf } from '../utf8.ts';
import { setVersionedLinks, versionedTable } from '../versioned-tables.ts';

export function contentRepository(state: State): ContentRepository {
  const counting = { rows: state.contents, counted: state.counted };
  const rows = versionedTable(counting, {
    unique: [['slug-taken', ({ slug }) => slug]],
    referencesExist: ({ categoryId, authorId }) =>
      (categoryId === null || state.categories.has(categoryId)) && (authorId === null || state.users.has(authorId)),
    beforeRemove: (id) => {
      state.contentTags.delete(id);
      state.revisions.delete(id);
      state.workingCopies.delete(id);
      for (const link of state.previewLinks.values()) if (link.contentId === id) state.previewLinks.delete(link.id);
      return 0;
    },
  });
  return {
    ...rows,
    add: (content) => rows.add(storedContent(content)),
    save: (content) => rows.save(storedContent(content)),
    saveStatuses: async (contents) => {
      const saved = new Map<ContentId, Versioned>();
      for (const content of contents) {
        const { status, publishedAt, publishAt, unpublishAt, updatedAt } = content;
        const stored = state.contents.get(content.id);
        if (stored === undefined) continue;
        const changed = { ...stored, status, publishedAt, publishAt, unpublishAt, updatedAt };
        saved.set(content.id, await rows.save(changed));
      }
      return saved;
    },
    saveTransitions: async (contents) => {
      for (const content of contents) {
        await rows.save(storedContent(content));
        state.counted.delete(content.id);
      }
    },
    lockAll: async (ids) => ids.toSorted().flatMap((id) => state.contents.get(id) ?? []),
    removeAll: async (ids) => {
      for (const id of ids) await rows.remove(id);
    },
    tagsOfAll: async (ids) => new Map(ids.map((id) => [id, linksOf(state.contentTags, id).toSorted()])),
    tagsOf: async (id) => linksOf(state.contentTags, id).toSorted(),
    setTags: setVersionedLinks(state.contentTags, counting, state.tags),
    freeSlug: (base) => freeSlug(state.contents.values(), base),
    // The in-memory search reads the contents themselves and has no index, so no content waits for indexing.
    queuedForSearch: async () => [],
    addToSearch: async () => undefined,
  };
}

const storedContent = ({ contentHtml, ...content }: Content): StoredContent => ({
  ...content,
  contentHtml: contentHtml instanceof Utf8Text ? textOf(contentHtml) : contentHtml,
});
