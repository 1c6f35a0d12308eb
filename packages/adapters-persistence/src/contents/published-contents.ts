import { createHash } from 'node:crypto';
import type {
  ContentViews,
  ContentWithLongFields,
  PublishedContent,
} from '@portcullis/application/internal/ports/contents';
import { short, type Reader, sql, type Statement } from '../postgres/reader.ts';
import { dueFlags, publicCondition } from '../sql/schedule.ts';
import { contentOf, tagIds, view } from './content-columns.ts';
import { joinSizes, longSizes, type Sized } from './long-fields.ts';

const form = 1;
const release = createHash('md5').update(`${form} ${view}`).digest('hex');

/**
 * The version of a published content, which caches compare, is a hash of these values:
 * - the row version (`xmin`), which changes with every write to the row, and the time of the last update,
 * - whether scheduled transitions of the row are due,
 * - the ids of the linked tags, and the row version of the picture,
 * - the list of the columns that this release reads, and the constant `form`. A release that reads the same columns but
 *   changes the JSON of a content must increase `form`.
 */
const versioned = `FROM contents t
    CROSS JOIN LATERAL (SELECT ${tagIds}) tagged
    CROSS JOIN LATERAL (SELECT md5(concat_ws(' ', '${release}', t.xmin, t.updated_at, ${dueFlags}, tagged."tagIds",
      (SELECT m.xmin FROM media m WHERE m.id = t.cover_id))) AS version) state`;
const published = (key: 'id' | 'slug'): Statement =>
  short(sql`SELECT state.version AS etag, ${view}, tagged."tagIds", ${longSizes} AS sizes ${versioned} ${joinSizes}
    WHERE t.${key} = $1 AND ${publicCondition}`);
const publishedVersion = (key: 'id' | 'slug'): Statement =>
  short(sql`SELECT state.version ${versioned} WHERE t.${key} = $1 AND ${publicCondition}`);
type PublishedVersion = Pick<PublishedContent, 'version'>;
const publishedBy = { id: published('id'), slug: published('slug') };
const publishedVersionBy = { id: publishedVersion('id'), slug: publishedVersion('slug') };

export const readPublished =
  (reader: Reader): ContentViews['published'] =>
  async (key, cachedVersions) => {
    const [by, value] = 'id' in key ? (['id', key.id] as const) : (['slug', key.slug] as const);
    const pinned = reader.pinned();
    if (cachedVersions.length > 0) {
      const current = await pinned.row<PublishedVersion>(publishedVersionBy[by], [value]);
      if (current === undefined) return undefined;
      if (cachedVersions.includes(current.version)) return { ...current, content: undefined };
    }
    const row = await pinned.row<ContentWithLongFields & Sized & { readonly etag: string }>(publishedBy[by], [value]);
    if (row === undefined) return undefined;
    const { etag, ...found } = row;
    return { version: etag, content: contentOf<ContentWithLongFields>(pinned, found) };
  };
