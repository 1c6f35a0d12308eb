import type { ContentListItem, ContentListQuery, ContentViews } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';

export interface ListContentsInput {
  readonly query: ContentListQuery;
  /** Whether the reader holds one of the domain's `editorRoles`. */
  readonly isEditor: boolean;
}

interface Dependencies {
  readonly contents: ContentViews;
}

/** Lists contents. Readers who are not editors see only published contents, whatever status they filter by. */
export const listContents =
  ({ contents }: Dependencies) =>
  async ({ query, isEditor }: ListContentsInput): Promise<Page<ContentListItem>> => {
    if (isEditor) return contents.list(query);
    const { page, pageSize, status = 'PUBLISHED' } = query;
    return status === 'PUBLISHED' ? contents.list({ ...query, status }) : { items: [], total: 0, page, pageSize };
  };
