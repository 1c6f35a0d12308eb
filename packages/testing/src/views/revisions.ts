import type { ContentId, Revision } from '@portcullis/domain';
import type { RevisionViews } from '@portcullis/application';
import { longFieldsOf } from '../long-fields.ts';
import type { State, StoredRevision } from '../state.ts';

const revisionOf = (stored: StoredRevision): Revision => {
  const { contentId, version, kind, authorId, createdAt, changedFields, bytes } = stored;
  return { contentId, version, kind, authorId, createdAt, changedFields, bytes };
};

export function revisionViews(now: () => State): RevisionViews {
  const revisionsOf = (id: ContentId): readonly StoredRevision[] => now().revisions.get(id) ?? [];
  return {
    list: async ({ contentId, page, pageSize }) => {
      const all = revisionsOf(contentId).toReversed().map(revisionOf);
      return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length, page, pageSize };
    },
    find: async (contentId, version) => {
      const found = revisionsOf(contentId).find((revision) => revision.version === version);
      if (found === undefined) return undefined;
      const { contentMd, contentHtml, contentRaw } = found;
      const isCurrent = () => revisionsOf(contentId).includes(found);
      return { ...found, ...longFieldsOf({ contentMd, contentHtml, contentRaw }, isCurrent) };
    },
  };
}
