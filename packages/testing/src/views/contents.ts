import { isMarkdown, stateAt } from '@portcullis/domain';
import type {
  ContentListItem,
  ContentListQuery,
  ContentSortField,
  ContentViews,
  ContentWithLongFields,
  Clock,
} from '@portcullis/application';
import { longFieldsOf } from '../long-fields.ts';
import { matchesFilter, pageOf, sortedBy, type ListRules } from '../pages.ts';
import type { State, StoredContent } from '../state.ts';
import { utf8BytesOf } from '../utf8.ts';
import { isBelow, itemOf, viewOf } from './content-items.ts';
import { searchContents } from './content-search.ts';
import { versions } from './versions.ts';

const listed = (state: State): ListRules<ContentListItem, ContentSortField, ContentListQuery> => ({
  sort: {
    createdAt: (content) => content.createdAt,
    updatedAt: (content) => content.updatedAt,
    // A content that was never published is sorted by its scheduled publication time, if it has one.
    publishedAt: ({ publishedAt, publishAt }) => publishedAt ?? publishAt,
    title: (content) => content.title,
    slug: (content) => content.slug,
    status: (content) => content.status,
  },
  defaultSort: { by: 'createdAt', order: 'desc' },
  searched: ({ title, summary, slug }) => [title, summary, slug],
  matches: ({ status, categoryId, tagIds, editorType, authorId }, query) =>
    matchesFilter(query.status, status) &&
    (query.categoryId === undefined || isBelow(state, categoryId, query.categoryId)) &&
    (query.tagId === undefined || tagIds.includes(query.tagId)) &&
    matchesFilter(query.editorType, editorType) &&
    (query.authorId === undefined || authorId === query.authorId),
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

export function contentViews(now: () => State, clock: Clock): ContentViews {
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
    find: async (id) => {
      const content = now().contents.get(id);
      return content && read(content);
    },
    findForEditor: async (id) => {
      const content = now().contents.get(id);
      return content && { ...read(content), hasDraft: now().workingCopies.has(id) };
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
