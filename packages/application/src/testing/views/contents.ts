import type { CategoryId, ContentView } from '@portcullis/domain';
import {
  ContentChanged,
  shortBytes,
  type ContentListItem,
  type ContentListQuery,
  type ContentSortField,
  type ContentViews,
  type LongField,
  type ReadContent,
} from '../../ports/contents.ts';
import { matchesFilter, pageOf, type ListRules } from '../pages.ts';
import type { State, StoredContent } from '../state.ts';
import { linksOf } from '../tables.ts';
import { utf8BytesOf } from '../utf8.ts';
import { versions } from './versions.ts';

const listed = (state: State): ListRules<ContentListItem, ContentSortField, ContentListQuery> => ({
  sort: {
    createdAt: (content) => content.createdAt,
    updatedAt: (content) => content.updatedAt,
    publishedAt: (content) => content.publishedAt,
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

/** Whether a category is `root` or one of its descendants. */
function isBelow(state: State, id: CategoryId | null, root: CategoryId): boolean {
  if (id === null || id === root) return id === root;
  return isBelow(state, state.categories.get(id)?.parentId ?? null, root);
}

const viewOf = ({ contentTags }: State, content: StoredContent): StoredContent & ContentView => ({
  ...content,
  tagIds: linksOf(contentTags, content.id).toSorted(),
});

function itemOf(state: State, content: StoredContent): ContentListItem {
  const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = viewOf(state, content);
  return item;
}

/** Length of a piece in UTF-16 code units. It is small so that tests get several pieces. */
const pieceLength = 10_000;

/**
 * Makes the view of a content, with `LongField`s for its long fields. Every change replaces the object in the state, so
 * a different object means that the content has changed since it was found.
 */
function readContent(now: () => State, content: StoredContent): ReadContent {
  const view = viewOf(now(), content);
  const { contentMd, contentHtml, contentRaw, toc } = view;
  const sizes = [contentMd, contentHtml, contentRaw, JSON.stringify(toc)].map((text) => utf8BytesOf(text ?? ''));
  const exceedsLimit = sizes.reduce((sum, bytes) => sum + bytes) > shortBytes;
  const longField = (format: LongField['format'], text: string): LongField => ({
    format,
    bytes: utf8BytesOf(text),
    pieces: async function* pieces() {
      for (let start = 0; start < text.length; ) {
        if (now().contents.get(content.id) !== content) throw new ContentChanged('The content was changed.');
        // The last code unit is left out if it is the first half of a surrogate pair.
        const piece = text.slice(start, start + pieceLength);
        const wellFormed = piece.isWellFormed() ? piece : piece.slice(0, -1);
        yield wellFormed;
        start += wellFormed.length;
      }
    },
  });
  const isLong = (text: string) => exceedsLimit && utf8BytesOf(text) > shortBytes / 4;
  const body = (text: string | null) => (text !== null && isLong(text) ? longField('text', text) : text);
  const written = JSON.stringify(toc);
  return {
    ...view,
    contentMd: body(contentMd),
    contentHtml: body(contentHtml),
    contentRaw: body(contentRaw),
    toc: isLong(written) ? longField('json', written) : toc,
  };
}

export function contentViews(now: () => State): ContentViews {
  const versionOf = versions();
  return {
    unconverted: async (id) => {
      const content = now().contents.get(id);
      if (content === undefined) return undefined;
      const { editorType, contentMd, contentHtml } = content;
      return { editorType, contentMd: contentHtml === null ? contentMd : null };
    },
    editorTypeOf: async (id) => now().contents.get(id)?.editorType,
    find: async (id) => {
      const content = now().contents.get(id);
      return content && readContent(now, content);
    },
    findBySlug: async (slug) => {
      const content = [...now().contents.values()].find((candidate) => candidate.slug === slug);
      return content && readContent(now, content);
    },
    published: async (key, cachedVersions) => {
      const content = [...now().contents.values()].find((each) =>
        'id' in key ? each.id === key.id : each.slug === key.slug,
      );
      if (content?.status !== 'PUBLISHED') return undefined;
      const view = viewOf(now(), content);
      const version = versionOf(view);
      return { version, content: cachedVersions.includes(version) ? undefined : readContent(now, content) };
    },
    list: async (query) => {
      const state = now();
      return pageOf(
        [...state.contents.values()].map((content) => itemOf(state, content)),
        query,
        listed(state),
      );
    },
  };
}
