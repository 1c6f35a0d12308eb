import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { type RevisedField, type Revision, keepsHtml } from '@portcullis/domain/internal/contents/revision';
import type { NewRevision, RevisionRepository, RevisionViews } from '@portcullis/application/internal/ports/revisions';
import type { State, StoredRevision } from '../tables/state.ts';
import { linksOf } from '../tables/tables.ts';
import { utf8BytesOf } from '../tables/utf8.ts';
import { longFieldsOf } from '../tables/long-fields.ts';

export const contracts = [() => import('../contracts/revisions.ts'), () => import('../contracts/restore.ts')];

export function repository(state: State): RevisionRepository {
  const revisionsOf = (id: ContentId) => state.revisions.get(id) ?? [];
  const append = (id: ContentId, changed: readonly RevisedField[] | undefined, written: Partial<NewRevision>): void => {
    const content = state.contents.get(id);
    const previous = revisionsOf(id).at(-1);
    if (content === undefined || previous?.version === content.version) return;
    const { title, slug, summary, editorType, contentMd, contentRaw, categoryId, coverId } = content;
    const { status, publishedAt } = content;
    const isMarkdownUnchanged = changed?.includes('contentMd') !== true;
    const contentHtml = keepsHtml(content, typeof previous?.contentHtml === 'string' && isMarkdownUnchanged)
      ? content.contentHtml
      : null;
    const tagIds = linksOf(state.contentTags, id).toSorted();
    const bodies = { editorType, contentMd, contentHtml, contentRaw };
    const fields = { title, slug, summary, ...bodies, categoryId, coverId, tagIds };
    const revision: StoredRevision = {
      contentId: id,
      version: content.version,
      kind: 'SAVE',
      authorId: null,
      createdAt: content.updatedAt,
      changedFields: changed ?? [],
      bytes: [contentMd, contentHtml, contentRaw].reduce((sum, body) => sum + utf8BytesOf(body ?? ''), 0),
      ...fields,
      status,
      publishedAt,
      ...written,
    };
    state.revisions.set(id, [...revisionsOf(id), revision]);
  };
  return {
    addAll: async (revisions) => {
      for (const revision of revisions) append(revision.contentId, revision.changedFields, revision);
    },
    addMissing: async (ids) => {
      for (const id of ids) append(id, undefined, {});
    },
    removeOld: async (keep, limit) => {
      let removed = 0;
      const kept = [...state.revisions].map(
        ([id, all]) =>
          [id, all, all.filter(({ kind }, n) => n === 0 || kind === 'PUBLISH' || n >= all.length - keep)] as const,
      );
      for (const [id, all, rest] of kept.filter(([, before, after]) => after.length < before.length).slice(0, limit)) {
        state.revisions.set(id, rest);
        removed += all.length - rest.length;
      }
      return removed;
    },
  };
}

const revisionOf = (stored: StoredRevision): Revision => {
  const { contentId, version, kind, authorId, createdAt, changedFields, bytes } = stored;
  return { contentId, version, kind, authorId, createdAt, changedFields, bytes };
};

export function views(now: () => State): RevisionViews {
  const revisionsOf = (id: ContentId): readonly StoredRevision[] =>
    now().contents.has(id) ? (now().revisions.get(id) ?? []) : [];
  return {
    list: async ({ contentId, page, pageSize }) => {
      const all = revisionsOf(contentId).toReversed().map(revisionOf);
      const items = all.slice((page - 1) * pageSize, page * pageSize).map((revision) => {
        const author = revision.authorId === null ? undefined : now().users.get(revision.authorId);
        return { ...revision, authorName: author?.username ?? null };
      });
      return { items, total: all.length, page, pageSize };
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
