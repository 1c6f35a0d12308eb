import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { CategoryId, MediaId } from '@portcullis/domain/internal/shared/ids';
import { contentAttributes } from '@portcullis/application/internal/contents/content-reach';
import type { ContentListItem, WithCover } from '@portcullis/application/internal/ports/contents';
import { isReached } from '@portcullis/application/internal/reach';
import type { State, StoredContent } from './state.ts';
import { linksOf } from './tables.ts';

/** Returns whether a category is `root` or a descendant of `root`. */
export function isBelow(state: State, id: CategoryId | null, root: CategoryId): boolean {
  if (id === null || id === root) return id === root;
  return isBelow(state, state.categories.get(id)?.parentId ?? null, root);
}

/** Returns the ids of a category and of all categories above it. */
export function pathOf(state: State, id: CategoryId): readonly CategoryId[] {
  const parentId = state.categories.get(id)?.parentId ?? null;
  return parentId === null ? [id] : [id, ...pathOf(state, parentId)];
}

/** Whether a reach includes a content. Without a reach, everything is included. */
export const isContentReached = (state: State, item: ContentListItem, reach: Reach = true): boolean =>
  isReached(reach, contentAttributes(item), pathsIn(state));

/** Returns the paths of the categories to the root. */
export const pathsIn =
  (state: State): CategoryPath =>
  (id) => {
    const category = [...state.categories.values()].find((each) => each.id === id);
    return category === undefined ? [id] : pathOf(state, category.id);
  };

/** Whether a reader with this reach may read a content. */
export const isReadable = (state: State, item: ContentListItem, reach: Reach | undefined): boolean =>
  item.status === 'PUBLISHED' || isContentReached(state, item, reach);

/** Returns the file of a picture. */
export function coverOf({ media }: State, coverId: MediaId | null): WithCover['cover'] {
  const file = coverId === null ? undefined : media.get(coverId);
  if (file === undefined) return null;
  const { id, fileName, alt, width, height, variants } = file;
  return { id, fileName, alt, width, height, variants };
}

export const viewOf = (state: State, content: StoredContent): StoredContent & ContentView & WithCover => ({
  ...content,
  tagIds: linksOf(state.contentTags, content.id).toSorted(),
  cover: coverOf(state, content.coverId),
});

export function itemOf(state: State, content: StoredContent): ContentListItem {
  const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...item } = viewOf(state, content);
  return item;
}
