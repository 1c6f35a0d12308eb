import { type Content, isMarkdown } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type {
  ContentListItem,
  ContentListQuery,
  ContentRepository,
  ContentSortField,
  ContentViews,
  ContentWithLongFields,
} from '@portcullis/application/internal/ports/contents';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { rowsOf } from '../tables/grants.ts';
import type { State, StoredContent } from '../tables/state.ts';
import { addWithFreeSlug, linksOf } from '../tables/tables.ts';
import { textOf, utf8BytesOf } from '../tables/utf8.ts';
import { setVersionedLinks, versionedTable } from '../tables/versioned-tables.ts';
import { longFieldsOf } from '../tables/long-fields.ts';
import { asRead, type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import { referredBy } from '../tables/media-references.ts';
import { isBelow, isContentReached, isReadable, itemOf, pathsIn, viewOf } from '../tables/content-items.ts';
import { searchContents } from '../tables/content-search.ts';
import { versions } from '../tables/versions.ts';

export const contracts = [
  () => import('../contracts/contents.ts'),
  () => import('../contracts/content-bodies.ts'),
  () => import('../contracts/content-batches.ts'),
  () => import('../contracts/content-lists.ts'),
  () => import('../contracts/permission-conditions.ts'),
  () => import('../contracts/content-search.ts'),
  () => import('../contracts/content-schedules.ts'),
  () => import('../contracts/published-contents.ts'),
];

export function repository(state: State): ContentRepository {
  const counting = { rows: state.contents, counted: state.counted };
  const rows = versionedTable(counting, {
    unique: [['slug-taken', ({ slug }) => slug]],
    referencesExist: ({ categoryId, authorId }) =>
      (categoryId === null || state.categories.has(categoryId)) && (authorId === null || state.users.has(authorId)),
    beforeRemove: (id) => {
      removeContentData(state, id);
      return 0;
    },
  });
  return {
    ...rows,
    add: (content) => rows.add(storedContent(content)),
    addWithFreeSlug: (content) => addWithFreeSlug(state.contents, rows.add)(storedContent(content)),
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
        state.counted.ids.delete(content.id);
      }
    },
    lockAll: async (ids) => ids.toSorted().flatMap((id) => state.contents.get(id) ?? []),
    tagsOfAll: async (ids) => new Map(ids.map((id) => [id, linksOf(state.contentTags, id).toSorted()])),
    tagsOf: async (id) => linksOf(state.contentTags, id).toSorted(),
    setTags: setVersionedLinks(state.contentTags, counting, state.tags),
    isSlugFree: async (slug) => ![...state.contents.values()].some((content) => content.slug === slug),
    // The in-memory search reads the contents themselves and has no index, so no content waits for indexing.
    queuedForSearch: async () => [],
    addToSearch: async () => undefined,
  };
}

/** Removes what belongs to a content, such as its revisions. */
export function removeContentData(state: State, id: ContentId): void {
  state.contentTags.delete(id);
  state.revisions.delete(id);
  state.workingCopies.delete(id);
  for (const [sourceId, contentId] of state.importedContents)
    if (contentId === id) state.importedContents.delete(sourceId);
  endPreviewLinks(state, id);
}

export function endPreviewLinks({ previewLinks }: State, id: ContentId): void {
  for (const link of previewLinks.values()) if (link.contentId === id) previewLinks.delete(link.id);
}

const storedContent = ({ contentHtml, ...content }: Content): StoredContent => ({
  ...content,
  contentHtml: contentHtml instanceof Utf8Text ? textOf(contentHtml) : contentHtml,
});

/** Values that filters cannot compare are left out. */
const filteredAttributes = ({ cover: _cover, ...content }: ContentListItem): AttributeValues => content;

const listed = (state: State): ListRules<ContentListItem, ContentSortField, ContentListQuery> => ({
  sort: {
    // A content that was never published is sorted by its scheduled publication time, if it has one.
    publishedAt: ({ publishedAt, publishAt }) => publishedAt ?? publishAt,
    title: ({ title }) => asRead(title),
  },
  defaultSort: { by: 'createdAt', order: 'desc' },
  searched: ({ title, summary, slug }) => [title, summary, slug],
  attributesOf: filteredAttributes,
  pathOf: pathsIn(state),
  matches: (item, query) => {
    const { status, categoryId, tagIds, editorType, authorId } = item;
    return (
      matchesFilter(query.status, status) &&
      (query.categoryId === undefined || isBelow(state, categoryId, query.categoryId)) &&
      (query.tagId === undefined || tagIds.includes(query.tagId)) &&
      matchesFilter(query.editorType, editorType) &&
      (query.authorId === undefined || authorId === query.authorId) &&
      isReadable(state, item, query.reach)
    );
  },
});

/**
 * Returns the view of a content, with `LongField`s for its long fields. Every change replaces the content in the state
 * with a new object. If the state contains a different object, the content has therefore changed since it was read.
 */
function readContent(now: () => State, content: StoredContent, at: Date): ContentWithLongFields {
  const view = viewOf(now(), stateAt(content, at));
  const { contentMd, contentHtml, contentRaw, toc } = view;
  const texts = { contentMd, contentHtml, contentRaw, toc: JSON.stringify(toc) };
  return { ...view, ...longFieldsOf(texts, () => now().contents.get(content.id) === content) };
}

export function views(now: () => State, clock: Clock): ContentViews {
  const read = (content: StoredContent): ContentWithLongFields => readContent(now, content, clock.now());
  const versionOf = versions();
  return {
    unconverted: async (id) => {
      const content = now().contents.get(id);
      if (content === undefined) return undefined;
      const { editorType, contentMd, contentHtml } = content;
      return { editorType, contentMd: contentHtml === null ? contentMd : null };
    },
    editorTypeOf: async (id) => now().contents.get(id)?.editorType,
    sizesOf: async (ids) =>
      ids.flatMap((id) => {
        const content = now().contents.get(id);
        if (content === undefined) return [];
        const { editorType, contentMd, contentHtml, contentRaw } = content;
        const bytes = [contentMd, contentHtml, contentRaw].reduce((sum, body) => sum + utf8BytesOf(body ?? ''), 0);
        return [{ id, bytes, isUnconverted: isMarkdown(editorType) && contentMd !== null && contentHtml === null }];
      }),
    factsOf: async (ids) =>
      rowsOf(now().contents, ids).map((content) => {
        const item = itemOf(now(), stateAt(content, clock.now()));
        const { id, authorId, status, categoryId, tagIds, createdAt, publishedAt } = item;
        return { id, authorId, status, categoryId, tagIds, createdAt, publishedAt };
      }),
    reached: async (id, reach) => {
      const content = now().contents.get(id);
      if (content === undefined) return undefined;
      const item = itemOf(now(), stateAt(content, clock.now()));
      return { isReached: isContentReached(now(), item, reach), isPublic: item.status === 'PUBLISHED' };
    },
    find: async (id) => {
      const content = now().contents.get(id);
      return content && read(content);
    },
    findForEditor: async (id) => {
      const content = now().contents.get(id);
      if (content === undefined) return undefined;
      const missing = referredBy(content).filter((mediaId) => !now().media.has(mediaId));
      const brokenMedia = [...new Set(missing)].toSorted();
      return { ...read(content), hasDraft: now().workingCopies.has(id), brokenMedia };
    },
    findBySlug: async (slug) => {
      const content = [...now().contents.values()].find((candidate) => candidate.slug === slug);
      return content && read(content);
    },
    published: async (key, cachedVersions) => {
      const content = [...now().contents.values()].find((each) =>
        'id' in key ? each.id === key.id : each.slug === key.slug,
      );
      const current = content && stateAt(content, clock.now());
      if (content === undefined || current?.status !== 'PUBLISHED') return undefined;
      const view = viewOf(now(), current);
      const version = versionOf(view);
      return { version, content: cachedVersions.includes(version) ? undefined : read(content) };
    },
    firstPictures: async (ids) =>
      new Map(
        rowsOf(now().contents, ids).flatMap((content) => {
          const [first] = rowsOf(now().media, referredBy(content)).filter(({ type }) => type === 'image');
          if (first === undefined) return [];
          const { id, fileName, mime, bytes } = first;
          return [[content.id, { id, fileName, mime, bytes }] as const];
        }),
      ),
    due: async (limit) => {
      const at = clock.now();
      const waiting = [...now().contents.values()].filter((content) => stateAt(content, at) !== content);
      const sinceOf = ({ publishAt, unpublishAt }: StoredContent) => publishAt ?? unpublishAt;
      return sortedBy(waiting, (content) => [sinceOf(content), content.id])
        .slice(0, limit)
        .map(({ id }) => id);
    },
    list: async (query) => {
      const state = now();
      return pageOf(
        [...state.contents.values()].map((content) => itemOf(state, stateAt(content, clock.now()))),
        query,
        listed(state),
      );
    },
    search: async (query) => searchContents(now(), query, clock.now()),
    wordsWithStems: async () => [],
  };
}
