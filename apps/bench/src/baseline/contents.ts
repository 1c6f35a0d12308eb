import { hash } from 'node:crypto';
import type { Reply } from './answer.ts';
import type { Caller } from './access.ts';
import type { Connections } from './connections.ts';
import * as as from './json.ts';
import type { Page } from './requests.ts';
import { rowOrNotFound, sessionEnded } from './refused.ts';
import { enabledRoles, isCallers, live, selected, stamps, writerOf, type Column } from './statements.ts';

const tagIds = `array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id)`;

/** Portcullis adds the addresses of the picture to these columns. No content of the measurements has a picture. */
const cover = `(SELECT jsonb_build_object('id', m.id, 'fileName', m.file_name, 'alt', m.alt, 'width', m.width,
  'height', m.height, 'variants', m.variants) FROM media m WHERE m.id = t.cover_id)`;

/**
 * The status, `publish_at`, `unpublish_at` and the current time decide whether a content is public, as in Portcullis.
 */
const isDue = { publication: '(t.publish_at <= now())', withdrawal: '(t.unpublish_at <= now())' };
const status = `CASE WHEN ${isDue.withdrawal} AND (t.status = 'PUBLISHED' OR ${isDue.publication}) THEN 'DRAFT'
  WHEN ${isDue.publication} THEN 'PUBLISHED' ELSE t.status END`;

const brief: readonly Column[] = [
  ['id', 't.id', as.inQuotes],
  ['title', 't.title', as.string],
  ['slug', 't.slug', as.string],
  ['summary', 't.summary', as.string],
  ['excerpt', 't.excerpt', as.string],
  ['readingMinutes', 't.reading_minutes', as.asIs],
  ['editorType', 't.editor_type', as.inQuotes],
  ['categoryId', 't.category_id', as.inQuotes],
  ['authorId', 't.author_id', as.inQuotes],
  ['coverId', 't.cover_id', as.inQuotes],
  ['cover', cover, as.jsonb],
  ...stamps,
  ['status', status, as.inQuotes],
  ['publishedAt', `coalesce(t.published_at, CASE WHEN ${isDue.publication} THEN t.publish_at END)`, as.timestamp],
  ['publishAt', `CASE WHEN NOT ${isDue.publication} THEN t.publish_at END`, as.timestamp],
  ['unpublishAt', `CASE WHEN NOT ${isDue.withdrawal} THEN t.unpublish_at END`, as.timestamp],
  [
    'version',
    `t.version + CASE WHEN ${isDue.publication} THEN 1 ELSE 0 END + CASE WHEN ${isDue.withdrawal} THEN 1 ELSE 0 END`,
    as.asIs,
  ],
];

const content: readonly Column[] = [
  ...brief,
  ['contentMd', 't.content_md', as.string],
  ['contentHtml', 't.content_html', as.string],
  ['contentRaw', 't.content_raw', as.string],
  ['toc', 't.toc', as.jsonb],
  ['tagIds', tagIds, as.ids],
];

const listed: readonly Column[] = [...brief, ['tagIds', tagIds, as.ids]];

/**
 * The version of a content, for its ETag. It changes when the row is written, when the tags or the picture of the content
 * change, and when a scheduled time of the content passes.
 */
const version = `md5(concat_ws(' ', t.xmin, ${tagIds}, ${isDue.publication}, ${isDue.withdrawal},
  (SELECT m.xmin FROM media m WHERE m.id = t.cover_id)))`;
const published = `contents t WHERE t.slug = $1 AND ${status} = 'PUBLISHED'`;

const bySlug = { name: 'content', text: `SELECT ${version}, ${selected(content)} FROM ${published}` };
const writeContent = writerOf(content, 1);
const versionBySlug = { name: 'content version', text: `SELECT ${version} FROM ${published}` };

const bySlugAsCaller = {
  name: 'content as caller',
  text: `SELECT ${selected(content)}
    FROM (SELECT EXISTS (SELECT FROM ${enabledRoles} WHERE ur.user_id = u.id AND r.code IN ('ADMIN', 'MODERATOR')) AS edits
      FROM ${live} WHERE ${isCallers} OFFSET 0) c
    LEFT JOIN contents t ON t.slug = $3 AND (${status} = 'PUBLISHED' OR c.edits)`,
};
const writeContentAsCaller = writerOf(content, 0);

const newest = 'ORDER BY created_at DESC, id DESC';
const anyDue = `(${isDue.publication} OR ${isDue.withdrawal})`;
/**
 * The contents that are due to be published or withdrawn. Each SELECT uses one index. A single SELECT with OR could use
 * both indexes only with a bitmap scan, and bitmap scans are disabled.
 */
const due = `(SELECT * FROM contents t WHERE ${isDue.publication}
    UNION ALL SELECT * FROM contents t WHERE ${isDue.withdrawal} AND ${isDue.publication} IS NOT TRUE) t`;

/**
 * The tags are read outside the subquery of the page, so that they are not read for rows that OFFSET skips. Contents
 * that are stored as drafts, but whose publication time has passed, are found with a separate index, as in Portcullis.
 */
const page = {
  name: 'contents',
  text: `SELECT c.total, ${selected(listed)}
    FROM (SELECT sum(total) + (SELECT count(*) FILTER (WHERE ${status} = 'PUBLISHED')
        - count(*) FILTER (WHERE t.status = 'PUBLISHED') FROM ${due}) AS total
      FROM totals WHERE list = 'contents' AND key = 'PUBLISHED') c
    LEFT JOIN (SELECT * FROM (
        (SELECT * FROM contents t WHERE t.status = 'PUBLISHED' AND ${anyDue} IS NOT TRUE ${newest} LIMIT 300)
        UNION ALL (SELECT * FROM ${due} WHERE ${status} = 'PUBLISHED' ${newest})) t
      ${newest} LIMIT $1::bigint OFFSET $2::bigint) t ON true`,
};
const writeListed = writerOf(listed, 1);

/**
 * Returns the content for a request that has no token. If the client has the current version, the texts of the content
 * are not read.
 */
export async function contentBySlug({ execute }: Connections, slug: string, known: string | undefined): Promise<Reply> {
  if (known !== undefined) {
    const [row] = await execute(versionBySlug, [slug]);
    if (known === `W/"${row?.[0]}"`) return { data: undefined, etag: known };
  }
  const row = rowOrNotFound((await execute(bySlug, [slug]))[0]);
  return { data: writeContent(row), etag: `W/"${row[0]}"` };
}

/** Returns the content for a request that has a token. */
export async function contentBySlugAs({ execute }: Connections, caller: Caller, slug: string): Promise<Reply> {
  const [row] = await execute(bySlugAsCaller, [caller.sessionId, caller.userId, slug]);
  if (row === undefined) throw sessionEnded();
  return { data: writeContentAsCaller(rowOrNotFound(row)) };
}

export async function pageOfContents({ execute }: Connections, asked: Page, known: string | undefined): Promise<Reply> {
  const rows = await execute(page, [asked.size, asked.offset]);
  const items = rows.filter(([, id]) => id !== null).map(writeListed);
  const data = `{"items":[${items.join(',')}],"total":${rows[0]?.[0] ?? 0},"page":${asked.number},"pageSize":${asked.size}}`;
  const etag = `W/"${hash('sha1', data, 'base64url')}"`;
  return { data: etag === known ? undefined : data, etag };
}
