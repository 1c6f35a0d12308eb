import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type {
  LeasedPicture,
  MediaListQuery,
  MediaRepository,
  MediaSortField,
  MediaViews,
  ServedMedia,
  StoredBytesOf,
  StoreMark,
} from '@portcullis/application/internal/ports/media';
import type { MediaReference } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile, StoredMedia } from '@portcullis/domain/internal/media/media';
import { EntitySchema, type EntityManager } from 'typeorm';
import { compileCondition, type ConditionColumns } from '../conditions/compile-condition.ts';
import { mediaUsage } from './media-usage.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import type { ResourceStore } from '../resource-store.ts';
import * as column from '../sql/columns.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { execute, executeOnly, transactionReader } from '../sql/transaction.ts';
import { versionedCollectionOf } from '../sql/collection.ts';

const media = new EntitySchema<MediaFile>({
  name: 'media',
  columns: {
    id: column.id,
    name: column.text,
    fileName: column.text,
    type: column.text,
    mime: column.text,
    bytes: column.safeInteger,
    sha256: column.text,
    receivedSha256: column.text,
    width: column.optionalInteger,
    height: column.optionalInteger,
    duration: column.optionalNumber,
    thumbhash: column.optionalText,
    alt: column.optionalText,
    title: column.optionalText,
    folder: column.optionalText,
    focus: column.optionalJson,
    uploaderId: column.optionalLink,
    version: column.version,
    ...column.timestamps,
  },
});

const collection = versionedCollectionOf(media);

const lockUploads = sql`SELECT pg_advisory_xact_lock(hashtextextended('media uploads of ' || $1, 0))`;
const lockBytes = sql`SELECT pg_advisory_xact_lock(hashtextextended('media uploads', 0))`;
const bytes = sql`SELECT coalesce(sum(total) FILTER (WHERE key = ''), 0)::float8 AS all,
      coalesce(sum(total) FILTER (WHERE key = $1), 0)::float8 AS "ofUploader"
    FROM totals WHERE list = 'media_bytes' AND key IN ('', $1)`;
const uploadedId = sql`SELECT id FROM media WHERE uploader_id = $1 AND received_sha256 = $2`;
/** Writes of contents lock the files in their texts (FOR KEY SHARE), so this lock waits for them. */
const lockForRemoval = sql`SELECT FROM media WHERE id = $1 FOR UPDATE`;
const references = sql`SELECT content_id AS "contentId", is_working_copy AS "isWorkingCopy" FROM media_references
    WHERE media_id = $1 ORDER BY content_id, is_working_copy LIMIT $2`;
const lockPicture = sql`SELECT FROM media WHERE id = $1 AND type = 'image' FOR KEY SHARE`;
const demandVariants = sql`UPDATE media SET variants_due_at = $2, variants_version = variants_version + 1
    WHERE id = ANY ($1) AND type = 'image'`;
const takePicture = sql`UPDATE media SET variants_due_at = $2 WHERE id = (SELECT id FROM media WHERE variants_due_at <= $1
      ORDER BY variants_due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING id, focus, variants_version AS version, variants_due_at AS "leasedUntil"`;
const saveVariants = sql`UPDATE media SET variants = $3, variants_presets = $4, variants_due_at = NULL
    WHERE id = $1 AND variants_due_at = $2 RETURNING id`;
const lockStoreMark = sql`UPDATE media_store SET mark = coalesce(mark, $1)
    RETURNING mark AS text, is_claimed AS "isClaimed"`;
const claimStore = sql`UPDATE media_store SET is_claimed = true`;

function mediaRepository(db: EntityManager): MediaRepository {
  const views = mediaViews(transactionReader(db));
  return {
    ...collection(db),
    find: views.find,
    usage: views.usage,
    lockUploads: (uploaderId) => executeOnly(db, lockUploads, [uploaderId]),
    lockBytes: async (uploaderId) => {
      // The sum is a statement of its own, so that it counts what was committed while this transaction waited.
      await execute(db, lockBytes, []);
      const [stored] = await execute<StoredBytesOf>(db, bytes, [uploaderId]);
      return stored ?? { all: 0, ofUploader: 0 };
    },
    uploaded: async (uploaderId, receivedSha256) =>
      (await execute<{ id: MediaId }>(db, uploadedId, [uploaderId, receivedSha256]))[0]?.id,
    references: async (id, limit) => {
      await execute(db, lockForRemoval, [id]);
      return execute<MediaReference>(db, references, [id, limit]);
    },
    lockPicture: async (id) => (await execute(db, lockPicture, [id])).length > 0,
    demandVariants: (ids, at) => executeOnly(db, demandVariants, [ids, at]),
    takePicture: async ({ now, until }) => (await execute<LeasedPicture>(db, takePicture, [now, until]))[0],
    saveVariants: async ({ id, leasedUntil }, variants, presets) =>
      (await execute(db, saveVariants, [id, leasedUntil, JSON.stringify(variants), presets])).length > 0,
    lockStoreMark: async (proposed) => {
      const [mark] = await execute<StoreMark>(db, lockStoreMark, [proposed]);
      if (mark === undefined) throw new Error('The table media_store has no row.');
      return mark;
    },
    claimStore: () => executeOnly(db, claimStore, []),
  };
}

const columns = `${column.columnsOf(media, 't')}, t.variants`;
const find = short(sql`SELECT ${columns} FROM media t WHERE t.id = $1`);
const servedColumns = `${column.columnsOf(media, 't', ['id', 'fileName', 'type', 'mime', 'bytes', 'sha256'])}, t.variants`;
const served = short(sql`SELECT ${servedColumns} FROM media t WHERE t.id = $1`);
const firstId = '00000000-0000-0000-0000-000000000000';
const servedPage = sql`SELECT ${servedColumns} FROM media t WHERE t.id > $1 ORDER BY t.id LIMIT $2`;
const withOtherPresets = sql`SELECT id FROM media WHERE id > $1 AND type = 'image' AND variants_presets IS DISTINCT FROM $3
    ORDER BY id LIMIT $2`;
const existing = sql`SELECT id FROM media WHERE id = ANY ($1)`;
const storeMark = sql`SELECT mark AS text, is_claimed AS "isClaimed" FROM media_store WHERE mark IS NOT NULL`;
const findAll = sql`SELECT ${columns} FROM media t WHERE t.id = ANY ($1)`;
const uploaded = sql`SELECT ${columns} FROM media t WHERE t.uploader_id = $1 AND t.received_sha256 = $2`;
const hasDemand = short(sql`SELECT id FROM media WHERE variants_due_at <= $1 LIMIT 1`);

const list = listOf<StoredMedia, MediaSortField, Exclude<keyof MediaListQuery, keyof ListQuery<string> | 'reach'>>({
  table: 'media',
  columns,
  rowBytes: 12_000,
  sort: { ...timeSort, name: 't.name COLLATE "und-x-icu"', bytes: 't.bytes' },
  filters: {
    type: 't.type = ?',
    folder: 't.folder = ?',
    uploaderId: 't.uploader_id = ?',
    unused: `(NOT EXISTS (SELECT FROM media_references r WHERE r.media_id = t.id)
      AND NOT EXISTS (SELECT FROM media_uses u WHERE u.media_id = t.id)) = ?`,
  },
  defaultSort: { by: 'createdAt', order: 'desc' },
});

/** Where the file `t` has the attributes that conditions compare. */
export const mediaColumns: ConditionColumns = {
  uploaderId: { kind: 'id', sql: 't.uploader_id' },
  folder: { kind: 'string', sql: 't.folder' },
  type: { kind: 'string', sql: 't.type' },
};

const mediaViews = (reader: Reader): MediaViews => ({
  find: (id) => reader.row<StoredMedia>(find, [id]),
  served: (id) => reader.row<ServedMedia>(served, [id]),
  findAll: (ids) => reader.rows<StoredMedia>(findAll, [ids]),
  existing: async (ids) => (await reader.rows<{ id: MediaId }>(existing, [ids])).map(({ id }) => id),
  servedPage: ({ after = firstId, limit }) => reader.rows<ServedMedia>(servedPage, [after, limit]),
  withOtherPresets: async (presets, { after = firstId, limit }) =>
    (await reader.rows<{ id: MediaId }>(withOtherPresets, [after, limit, presets])).map(({ id }) => id),
  storeMark: () => reader.row<StoreMark>(storeMark, []),
  uploaded: (uploaderId, receivedSha256) => reader.row<StoredMedia>(uploaded, [uploaderId, receivedSha256]),
  bytes: async (uploaderId) => (await reader.row<StoredBytesOf>(bytes, [uploaderId])) ?? { all: 0, ofUploader: 0 },
  list: ({ reach, ...query }) => {
    if (reach === undefined) return list(reader, query);
    const { text, value } = compileCondition(reach, mediaColumns, '?');
    return list(reader, query, { condition: text, value });
  },
  usage: (id, reach) => mediaUsage(reader, id, reach),
  hasDemand: async (at) => (await reader.row(hasDemand, [at])) !== undefined,
});

export const mediaStore: ResourceStore<MediaRepository, MediaViews> = {
  table: media,
  repository: mediaRepository,
  views: mediaViews,
};
