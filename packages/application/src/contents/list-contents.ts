import type { ContentListItem, ContentListQuery, ContentViews } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';

export interface ListContentsInput {
  readonly query: ContentListQuery;
  /** Returns whether the reader has one of the domain's `editorRoles`. */
  readonly isEditor: () => Promise<boolean>;
}

interface Dependencies {
  readonly contents: ContentViews;
}

/**
 * Lists contents. Readers who are not editors see only published contents. They get an empty page if they filter by
 * another status.
 */
export const listContents =
  ({ contents }: Dependencies) =>
  async ({ query, isEditor }: ListContentsInput): Promise<Page<ContentListItem>> => {
    const { page, pageSize, status = 'PUBLISHED' } = query;
    if (query.status === 'PUBLISHED' || (await isEditor())) return contents.list(query);
    return status === 'PUBLISHED' ? contents.list({ ...query, status }) : { items: [], total: 0, page, pageSize };
  };
