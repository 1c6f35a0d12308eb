import type { CategoryId, Content, ContentView } from '@portcullis/domain';
import type { ContentListItem, ContentListQuery, ContentSortField, ContentViews } from '../../ports/contents.ts';
import { asked, pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';
import { linksOf } from '../tables.ts';

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
    asked(query.status, status) &&
    (query.categoryId === undefined || isBelow(state, categoryId, query.categoryId)) &&
    (query.tagId === undefined || tagIds.includes(query.tagId)) &&
    asked(query.editorType, editorType) &&
    (query.authorId === undefined || authorId === query.authorId),
});

/** Whether a category is `root` or hangs below it. */
function isBelow(state: State, id: CategoryId | null, root: CategoryId): boolean {
  if (id === null || id === root) return id === root;
  return isBelow(state, state.categories.get(id)?.parentId ?? null, root);
}

const viewOf = ({ contentTags }: State, content: Content): ContentView => ({
  ...content,
  tagIds: linksOf(contentTags, content.id).toSorted(),
});

function itemOf(state: State, content: Content): ContentListItem {
  const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = viewOf(state, content);
  return item;
}

/** Numbers states in the order in which they are seen. */
function versions(): (view: ContentView) => string {
  const seen = new Map<string, string>();
  return (view) => {
    const state = JSON.stringify(view);
    const version = seen.get(state) ?? String(seen.size);
    seen.set(state, version);
    return version;
  };
}

export function contentViews(now: () => State): ContentViews {
  const versionOf = versions();
  return {
    editorTypeOf: async (id) => now().contents.get(id)?.editorType,
    find: async (id) => {
      const content = now().contents.get(id);
      return content && viewOf(now(), content);
    },
    findBySlug: async (slug) => {
      const content = [...now().contents.values()].find((candidate) => candidate.slug === slug);
      return content && viewOf(now(), content);
    },
    published: async (key, known) => {
      const content = [...now().contents.values()].find((each) =>
        'id' in key ? each.id === key.id : each.slug === key.slug,
      );
      if (content?.status !== 'PUBLISHED') return undefined;
      const view = viewOf(now(), content);
      const version = versionOf(view);
      return { version, content: known.includes(version) ? undefined : view };
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
