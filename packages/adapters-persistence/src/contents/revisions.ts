import { shortBytes, type LongField } from '@portcullis/application/internal/ports/contents';
import type {
  ListedRevision,
  RevisionWithLongFields,
  RevisionViews,
} from '@portcullis/application/internal/ports/revisions';
import { longField, pieceStatement } from './long-fields.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';

const revisionColumns = `t.content_id AS "contentId", t.version, t.kind, t.author_id AS "authorId",
  t.created_at AS "createdAt", t.changed_fields AS "changedFields", t.bytes`;

const list = sql`SELECT ${revisionColumns}, u.username AS "authorName"
    FROM content_revisions t JOIN contents c ON c.id = t.content_id
    LEFT JOIN users u ON u.id = t.author_id WHERE t.content_id = $1
    ORDER BY t.version DESC LIMIT $2 OFFSET $3`;
const count = short(
  sql`SELECT count(*)::int AS total FROM content_revisions r JOIN contents c ON c.id = r.content_id WHERE c.id = $1`,
);

/** The text fields of a revision, each with the column that contains the hash of its text. */
const bodies = { contentMd: 'md_hash', contentHtml: 'html_hash', contentRaw: 'raw_hash' } as const;
type BodyName = keyof typeof bodies;
const names = Object.keys(bodies).filter((name): name is BodyName => name in bodies);

const isLong = (name: BodyName): string =>
  `t.bytes > ${shortBytes} AND octet_length("${name}".body) > ${shortBytes / 4}`;

const find = sql`SELECT ${revisionColumns}, t.title, t.slug, t.summary, t.editor_type AS "editorType",
      t.category_id AS "categoryId", t.cover_id AS "coverId", t.tag_ids AS "tagIds", t.status, t.published_at AS "publishedAt",
      ${names.map((name) => `CASE WHEN ${isLong(name)} THEN NULL ELSE convert_from("${name}".body, 'UTF8') END AS "${name}"`).join(', ')},
      json_build_object(${names.map((name) => `'${name}', CASE WHEN ${isLong(name)} THEN json_build_object('hash', encode("${name}".hash, 'hex'), 'bytes', octet_length("${name}".body)) END`).join(', ')}) AS long
    FROM content_revisions t JOIN contents c ON c.id = t.content_id
    ${names.map((name) => `LEFT JOIN content_texts "${name}" ON "${name}".content_id = t.content_id AND "${name}".hash = t.${bodies[name]}`).join('\n    ')}
    WHERE t.content_id = $1 AND t.version = $2`;

const piece = pieceStatement(
  `SELECT body AS bytes FROM content_texts WHERE content_id = $1 AND hash = decode($2, 'hex')`,
);

interface Long {
  /** The texts that are too long to be read with the revision. The value is null for a short text. */
  readonly long: Readonly<Record<BodyName, { readonly hash: string; readonly bytes: number } | null>>;
}

export const revisionViews = (reader: Reader): RevisionViews => ({
  list: async ({ contentId, page, pageSize }) => {
    const pinned = reader.pinned();
    const [items, counted] = await Promise.all([
      pinned.rows<ListedRevision>(list, [contentId, pageSize, (page - 1) * pageSize]),
      pinned.row<{ total: number }>(count, [contentId]),
    ]);
    return { items, total: counted?.total ?? 0, page, pageSize };
  },
  find: async (contentId, version) => {
    const pinned = reader.pinned();
    const row = await pinned.row<RevisionWithLongFields & Long>(find, [contentId, version]);
    if (row === undefined) return undefined;
    const { long: texts, ...revision } = row;
    const long: Partial<Record<BodyName, LongField>> = Object.fromEntries(
      names.flatMap((name) => {
        const text = texts[name];
        if (text === null) return [];
        return [[name, longField(pinned, piece, { key: [contentId, text.hash], bytes: text.bytes, format: 'text' })]];
      }),
    );
    return { ...revision, ...long };
  },
});
