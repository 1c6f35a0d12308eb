import type {
  ContentListItem,
  ContentListQuery,
  ContentSortField,
  ContentViews,
} from '@portcullis/application/internal/ports/contents';
import type { FilteredQuery, ListQuery } from '@portcullis/application/internal/ports/lists';
import type { Reader } from '../postgres/reader.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { currentStatus, statusConditions, statusCorrection } from '../sql/schedule.ts';
import { headColumns, tagIds } from './content-columns.ts';
import { contentColumns, contentCondition, publicOrReached } from './content-conditions.ts';

const list = listOf<
  ContentListItem,
  ContentSortField,
  Exclude<keyof ContentListQuery, keyof (ListQuery<string> & FilteredQuery) | 'reach'>
>({
  table: 'contents',
  columns: `${headColumns}, ${tagIds}`,
  rowBytes: 50_000,
  sort: {
    ...timeSort,
    // A content that was never published is sorted by its scheduled publication time, if it has one.
    publishedAt: 'coalesce(t.published_at, t.publish_at)',
    title: 't.title COLLATE "und-x-icu"',
    slug: 't.slug COLLATE "C"',
    status: currentStatus,
  },
  attributes: () => contentColumns,
  filters: {
    status: statusConditions('?'),
    categoryId: `t.category_id = ANY (array(WITH RECURSIVE below AS (SELECT ?::uuid AS id
      UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below))`,
    tagId: 'EXISTS (SELECT FROM content_tags ct WHERE ct.content_id = t.id AND ct.tag_id = ?)',
    editorType: 't.editor_type = ?',
    authorId: 't.author_id = ?',
  },
  storedTotals: { by: 'status', correction: statusCorrection('?') },
  defaultSort: { by: 'createdAt', order: 'desc' },
});

export const listContents =
  (reader: Reader): ContentViews['list'] =>
  (query) => {
    const { reach, status } = query;
    if (reach === undefined) return list(reader, query);
    // A filter by another status excludes published contents, so that only the condition remains.
    if (status === undefined || status === 'PUBLISHED') return list(reader, query, publicOrReached(reach, '?'));
    const { text, value } = contentCondition(reach, '?');
    return list(reader, query, { condition: text, value });
  };
