import type {
  RemovedContentListItem,
  RemovedContentRepository,
  RemovedContentViews,
} from '@portcullis/application/internal/ports/removed-contents';
import type { Content, RemovedContent } from '@portcullis/domain/internal/contents/content';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import { EntitySchema, type EntityManager } from 'typeorm';
import { type Reader, sql } from '../postgres/reader.ts';
import type { OpenedTransaction, ResourceStore } from '../resource-store.ts';
import * as column from '../sql/columns.ts';
import { versionedUpdateOf } from '../sql/collection.ts';
import { listOf } from '../sql/lists.ts';
import { freeSlug } from '../sql/slugs.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import { contents, headColumns, tagIds } from './content-columns.ts';
import { contentCondition } from './content-conditions.ts';
import { addToIndex } from './content-index.ts';

/** A row of `all_contents`. `removedAt` is null if the content is not in the bin. */
type StoredContent = Content & { readonly [Field in 'removedAt' | 'removedBy']: RemovedContent[Field] | null };

const allContents = new EntitySchema<StoredContent>({
  name: 'all_contents',
  columns: { ...contents.options.columns, removedAt: column.optionalTimestamp, removedBy: column.optionalLink },
});

const update = versionedUpdateOf(allContents);
const columns = column.columnsOf(allContents, 't');

/** Their schedules and preview links end, so that nothing of them works again when they are recovered. */
const add = sql`WITH ended AS (DELETE FROM preview_links WHERE content_id = ANY ($1))
    UPDATE all_contents SET removed_at = $2, removed_by = $3, publish_at = NULL, unpublish_at = NULL WHERE id = ANY ($1)`;
const lock = sql`SELECT ${columns} FROM all_contents t WHERE t.id = $1 AND t.removed FOR NO KEY UPDATE`;
const lockDue = sql`SELECT id, title FROM all_contents WHERE removed AND removed_at <= $1 ORDER BY removed_at, id LIMIT $2
    FOR UPDATE SKIP LOCKED`;
const findFreeSlug = sql`SELECT ${freeSlug('contents', '$1')} AS slug`;
const purge = sql`DELETE FROM all_contents WHERE id = ANY ($1)`;

const removedContentRepository = (
  db: EntityManager,
  { awaitAtCommit }: OpenedTransaction,
): RemovedContentRepository => ({
  add: (ids, { removedAt, removedBy }) => executeOnly(db, add, [ids, removedAt, removedBy]),
  lock: async (id) => (await execute<RemovedContent>(db, lock, [id]))[0],
  lockDue: (before, limit) => execute(db, lockDue, [before, limit]),
  freeSlug: async (base) => (await execute<{ slug: string }>(db, findFreeSlug, [base]))[0]?.slug ?? base,
  recover: async (content): Promise<Versioned> => {
    const { slug, status, updatedAt } = content;
    const saved = await update(db, content, { slug, status, updatedAt, removedAt: null, removedBy: null });
    await addToIndex(db, [content], awaitAtCommit);
    return saved;
  },
  purge: (ids) => executeOnly(db, purge, [ids]),
});

const list = listOf<RemovedContentListItem, 'removedAt', never>({
  table: 'all_contents',
  columns: `${headColumns}, ${tagIds}, ${column.columnsOf(allContents, 't', ['removedAt', 'removedBy'])},
    (SELECT u.username FROM users u WHERE u.id = t.removed_by) AS "removedByName"`,
  rowBytes: 50_000,
  sort: { removedAt: 't.removed_at' },
  filters: {},
  defaultSort: { by: 'removedAt', order: 'desc' },
});

const removedContentViews = (reader: Reader): RemovedContentViews => ({
  list: ({ reach, ...query }) => {
    const { text, value } =
      reach === undefined ? { text: '?::json IS NOT NULL', value: '[]' } : contentCondition(reach, '?');
    return list(reader, query, { condition: `t.removed AND ${text}`, value });
  },
});

export const removedContentStore: ResourceStore<RemovedContentRepository, RemovedContentViews> = {
  table: allContents,
  repository: removedContentRepository,
  views: removedContentViews,
};
