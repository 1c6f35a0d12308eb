import type {
  PreviewLinkRepository,
  PreviewLinkView,
  PreviewLinkViews,
} from '@portcullis/application/internal/ports/preview-links';
import type { PreviewLink } from '@portcullis/domain/internal/contents/preview-link';
import { EntitySchema, type EntityManager } from 'typeorm';
import { short, type Reader, sql } from '../postgres/reader.ts';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

const previewLinks = new EntitySchema<PreviewLink>({
  name: 'preview_links',
  columns: {
    id: column.id,
    contentId: column.link,
    tokenHash: column.text,
    authorId: column.optionalLink,
    createdAt: column.timestamp,
    expiresAt: column.timestamp,
  },
});

const insert = insertOf(previewLinks);
const remove = sql`DELETE FROM preview_links t WHERE t.content_id = $1 AND t.id = $2
    RETURNING ${column.columnsOf(previewLinks, 't')}`;
const removeExpired = removeExpiredFrom('preview_links', 'id', '<=');

const previewLinkRepository = (db: EntityManager): PreviewLinkRepository => ({
  add: (link) => insert(db, link),
  remove: async (contentId, id) => (await execute<PreviewLink>(db, remove, [contentId, id]))[0],
  removeExpired: (at, limit) => removeExpired(db, at, limit),
});

const columns = column.columnsOf(previewLinks, 't', ['id', 'contentId', 'authorId', 'createdAt', 'expiresAt']);
const list = sql`SELECT ${columns} FROM preview_links t WHERE t.content_id = $1 AND t.expires_at > $2
    ORDER BY t.created_at DESC, t.id LIMIT $3 OFFSET $4`;
const count = short(sql`SELECT count(*)::int AS total FROM preview_links WHERE content_id = $1 AND expires_at > $2`);
const find = short(
  sql`SELECT content_id AS "contentId", author_id AS "authorId" FROM preview_links
      WHERE token_hash = $1 AND expires_at > $2`,
);

const previewLinkViews = (reader: Reader): PreviewLinkViews => ({
  list: async ({ contentId, page, pageSize }, at) => {
    const pinned = reader.pinned();
    const [items, counted] = await Promise.all([
      pinned.rows<PreviewLinkView>(list, [contentId, at, pageSize, (page - 1) * pageSize]),
      pinned.row<{ total: number }>(count, [contentId, at]),
    ]);
    return { items, total: counted?.total ?? 0, page, pageSize };
  },
  find: (tokenHash, at) => reader.row<Pick<PreviewLink, 'contentId' | 'authorId'>>(find, [tokenHash, at]),
});

export const previewLinkStore: ResourceStore<PreviewLinkRepository, PreviewLinkViews> = {
  repository: previewLinkRepository,
  views: previewLinkViews,
};
