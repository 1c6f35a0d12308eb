import type { RevisionRepository, RevisionViews } from '@portcullis/application/internal/ports/revisions';
import type { EntityManager } from 'typeorm';
import { execute } from '../sql/transaction.ts';
import type { OpenedTransaction, ResourceStore } from '../resource-store.ts';
import { revisionViews } from './revisions.ts';
import { sql } from '../postgres/reader.ts';

/**
 * Returns the condition that a field may differ from the same field of the previous revision, or that there is no
 * previous revision. `changed` is the list of the changed fields, or null if they are unknown.
 */
const isNew = (field: string): string =>
  `(previous.content_id IS NULL OR added.changed IS NULL OR '${field}' = ANY (added.changed))`;

/**
 * Copies stored contents to new revisions inside the database. Does nothing for a content whose current version already
 * has a revision. A text that is known to be unchanged since the previous revision is not read. Each element of $5 is a
 * list of field names, separated by commas.
 */
const add = sql`WITH added AS (
      SELECT id, kind, author_id AS by_id, created_at AS at, string_to_array(fields, ',') AS changed
      FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[]) a (id, kind, author_id, created_at, fields)
    ), stored AS (
      SELECT c.*, added.kind, added.by_id, added.at, added.changed,
        array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = c.id ORDER BY ct.tag_id) AS tag_ids,
        c.editor_type = 'RICHTEXT' OR c.content_md IS NULL
          OR previous.html_hash IS NOT NULL AND NOT coalesce('contentMd' = ANY (added.changed), false) AS keeps_html,
        ${isNew('contentMd')} AS md_is_new, ${isNew('contentHtml')} OR ${isNew('editorType')} AS html_is_new,
        ${isNew('contentRaw')} AS raw_is_new, previous.md_hash, previous.html_hash, previous.raw_hash
      FROM added JOIN contents c ON c.id = added.id LEFT JOIN LATERAL (SELECT r.* FROM content_revisions r
        WHERE r.content_id = c.id ORDER BY r.version DESC LIMIT 1) previous ON true
      WHERE previous.version IS DISTINCT FROM c.version
    ), bodies AS MATERIALIZED (
      SELECT s.id, body.name, convert_to(body.text, 'UTF8') AS body FROM stored s CROSS JOIN LATERAL (VALUES
        ('md', CASE WHEN s.md_is_new THEN s.content_md END),
        ('html', CASE WHEN s.keeps_html AND s.html_is_new THEN s.content_html END),
        ('raw', CASE WHEN s.raw_is_new THEN s.content_raw END)) body (name, text) WHERE body.text IS NOT NULL
    ), hashed AS MATERIALIZED (SELECT id, name, body, sha256(body) AS hash FROM bodies
    ), kept AS (
      INSERT INTO content_texts (content_id, hash, body) SELECT DISTINCT ON (id, hash) id, hash, body FROM hashed
      ON CONFLICT DO NOTHING)
    INSERT INTO content_revisions (content_id, version, kind, author_id, created_at, changed_fields, bytes, title, slug,
      summary, editor_type, category_id, cover_id, tag_ids, status, published_at, md_hash, html_hash, raw_hash)
    SELECT s.id, s.version, s.kind, s.by_id, coalesce(s.at, s.updated_at), coalesce(s.changed, '{}'),
      coalesce(octet_length(s.content_md), 0) + coalesce(octet_length(s.content_raw), 0)
        + CASE WHEN s.keeps_html THEN coalesce(octet_length(s.content_html), 0) ELSE 0 END,
      s.title, s.slug, s.summary, s.editor_type, s.category_id, s.cover_id, s.tag_ids, s.status, s.published_at,
      CASE WHEN s.md_is_new THEN (SELECT hash FROM hashed h WHERE h.id = s.id AND name = 'md') ELSE s.md_hash END,
      CASE WHEN NOT s.keeps_html THEN NULL
        WHEN s.html_is_new THEN (SELECT hash FROM hashed h WHERE h.id = s.id AND name = 'html') ELSE s.html_hash END,
      CASE WHEN s.raw_is_new THEN (SELECT hash FROM hashed h WHERE h.id = s.id AND name = 'raw') ELSE s.raw_hash END
    FROM stored s`;

/**
 * Finds and locks at most $2 contents that have removable revisions. The newest $1 revisions of a content, its oldest
 * revision, and all revisions of the kind PUBLISH are not removable. A content has at most one revision for each
 * version number. It can therefore have more than $1 revisions only if one of them has a version number above $1.
 */
const lockAboveLimit = sql`SELECT c.id FROM contents c WHERE c.id = ANY (array(
      SELECT DISTINCT r.content_id FROM (
        SELECT r.content_id, r.kind, row_number() OVER newest AS place, row_number() OVER oldest AS age
        FROM content_revisions r
        WHERE r.content_id = ANY (array(SELECT DISTINCT content_id FROM content_revisions WHERE version > $1))
        WINDOW newest AS (PARTITION BY r.content_id ORDER BY r.version DESC),
          oldest AS (PARTITION BY r.content_id ORDER BY r.version)) r
      WHERE r.place > $1 AND r.age > 1 AND r.kind <> 'PUBLISH' LIMIT $2))
    ORDER BY c.id FOR NO KEY UPDATE SKIP LOCKED`;

const removeOld = sql`WITH removed AS (
      DELETE FROM content_revisions t USING (
        SELECT r.content_id, r.version, row_number() OVER newest AS place, row_number() OVER oldest AS age
        FROM content_revisions r WHERE r.content_id = ANY ($1)
        WINDOW newest AS (PARTITION BY r.content_id ORDER BY r.version DESC),
          oldest AS (PARTITION BY r.content_id ORDER BY r.version)) r
      WHERE t.content_id = r.content_id AND t.version = r.version AND r.place > $2 AND r.age > 1 AND t.kind <> 'PUBLISH'
      RETURNING t.version)
    SELECT count(*)::int AS removed FROM removed`;

const removeUnusedTexts = sql`DELETE FROM content_texts t WHERE t.content_id = ANY ($1) AND NOT EXISTS (
    SELECT FROM content_revisions r WHERE r.content_id = t.content_id AND t.hash IN (r.md_hash, r.html_hash, r.raw_hash))`;

const revisionRepository = (db: EntityManager, { awaitAtCommit }: OpenedTransaction): RevisionRepository => ({
  addAll: async (revisions) => {
    const write = execute(db, add, [
      revisions.map(({ contentId }) => contentId),
      revisions.map(({ kind }) => kind),
      revisions.map(({ authorId }) => authorId),
      revisions.map(({ createdAt }) => createdAt),
      revisions.map(({ changedFields }) => changedFields.join()),
    ]);
    awaitAtCommit(write);
  },
  addMissing: async (ids) => {
    const unknown = ids.map(() => null);
    await execute(db, add, [ids, ids.map(() => 'SAVE'), unknown, unknown, unknown]);
  },
  removeOld: async (keep, limit) => {
    const locked = await execute<{ id: string }>(db, lockAboveLimit, [keep, limit]);
    if (locked.length === 0) return 0;
    const ids = locked.map(({ id }) => id);
    const [{ removed } = { removed: 0 }] = await execute<{ removed: number }>(db, removeOld, [ids, keep]);
    await execute(db, removeUnusedTexts, [ids]);
    return removed;
  },
});

export const revisionStore: ResourceStore<RevisionRepository, RevisionViews> = {
  repository: revisionRepository,
  views: revisionViews,
};
