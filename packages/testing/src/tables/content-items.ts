import type { CategoryId, ContentView } from '@portcullis/domain';
import type { ContentListItem } from '@portcullis/application';
import type { State, StoredContent } from './state.ts';
import { linksOf } from './tables.ts';

/** Returns whether a category is `root` or a descendant of `root`. */
export function isBelow(state: State, id: CategoryId | null, root: CategoryId): boolean {
  if (id === null || id === root) return id === root;
  return isBelow(state, state.categories.get(id)?.parentId ?? null, root);
}

export const viewOf = ({ contentTags }: State, content: StoredContent): StoredContent & ContentView => ({
  ...content,
  tagIds: linksOf(contentTags, content.id).toSorted(),
});

export function itemOf(state: State, content: StoredContent): ContentListItem {
  const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = viewOf(state, content);
  return item;
}
