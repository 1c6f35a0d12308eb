import { excerptFinder, plainText, type Excerpt } from '@portcullis/domain';
import type { ContentListItem, ContentSearchQuery, ContentViews, FoundContent } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';

/** The text around a match in one field of a content. */
export interface Highlight extends Excerpt {
  readonly field: 'title' | 'tag' | 'summary' | 'body';
}

/**
 * A content that a search found, with the text around its matches. `highlights` contains at most one match for the
 * title, for the summary, for the body and for each tag.
 */
export interface ContentMatch extends ContentListItem {
  readonly score: number;
  readonly highlights: readonly Highlight[];
}

export interface SearchContentsInput {
  readonly query: ContentSearchQuery;
  /** Returns whether the reader has one of the domain's `editorRoles`. */
  readonly isEditor: () => Promise<boolean>;
}

interface Dependencies {
  readonly contents: ContentViews;
}

/**
 * Searches contents. Without a filter by status, only published contents are found. Readers who are not editors get an
 * empty page if they filter by another status.
 */
export const searchContents =
  ({ contents }: Dependencies) =>
  async ({ query, isEditor }: SearchContentsInput): Promise<Page<ContentMatch>> => {
    const { page, pageSize, status = 'PUBLISHED' } = query;
    const mayRead = status === 'PUBLISHED' || (await isEditor());
    if (!mayRead) return { items: [], total: 0, page, pageSize };
    const found = await contents.search({ ...query, status });
    const find = excerptFinder(query.q);
    return { ...found, items: found.items.map((item) => highlighted(item, find)) };
  };

function highlighted(
  { tagNames, isHtml, bodyStart, ...item }: FoundContent,
  find: (text: string) => Excerpt | undefined,
): ContentMatch {
  const texts: readonly (readonly [Highlight['field'], string | null])[] = [
    ['title', item.title],
    ...tagNames.map((name) => ['tag', name] as const),
    ['summary', item.summary],
    ['body', isHtml ? plainText(bodyStart ?? '') : bodyStart],
  ];
  const highlights = texts.flatMap(([field, text]) => {
    const excerpt = find(text ?? '');
    return excerpt === undefined ? [] : [{ field, ...excerpt }];
  });
  return { ...item, highlights };
}
