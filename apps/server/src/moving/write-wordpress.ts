import type { ExportedContent } from '@portcullis/application/internal/ports/imports';
import { distinctSlugs } from './distinct-slugs.ts';
import { notInXml, ownFieldsName, ownFieldsOf } from './own-fields.ts';
import type { ContentFieldsOfFile, ContentOfFile } from './write-contents.ts';

/** Returns an element with a text. Characters that XML cannot carry are replaced. */
function element(name: string, text: string, attributes = ''): string {
  const carried = text.replaceAll('\r\n', '\n').replaceAll(notInXml, '\u{fffd}');
  return `<${name}${attributes}><![CDATA[${carried.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>\n`;
}

const attribute = (text: string): string =>
  text.replaceAll(notInXml, '\u{fffd}').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns a timestamp in UTC as WordPress writes it, which is without milliseconds. */
const timestamp = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

const statusOf = ({ status, publishAt }: ContentFieldsOfFile): string => {
  if (status === 'ARCHIVED') return 'trash';
  if (status === 'PUBLISHED') return 'publish';
  return publishAt === null ? 'draft' : 'future';
};

/** WordPress has one date of a post: the one at which it was or will be published, or at which a draft was made. */
const dateOf = (fields: ContentFieldsOfFile): string => {
  const status = statusOf(fields);
  if (status === 'future') return fields.publishAt ?? fields.createdAt;
  return status === 'publish' ? (fields.publishedAt ?? fields.createdAt) : fields.createdAt;
};

const head = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Portcullis</title>
<wp:wxr_version>1.2</wp:wxr_version>
`;

type Names = Pick<ExportedContent, 'author' | 'authorEmail' | 'category' | 'tags'>;

/**
 * Writes contents in the form of a WordPress export (WXR 1.2).
 * @param names the names of all contents. They are read first, because the authors, categories and tags are at the
 * beginning of the file.
 */
export async function* writeWordPress(
  names: AsyncIterable<Names>,
  contents: AsyncIterable<ContentOfFile>,
): AsyncGenerator<string> {
  const tagSlug = distinctSlugs('tag');
  const declared = new Map<string, string>();
  let count = 0;
  const declare = (key: string, write: (id: number) => string): void => {
    if (declared.has(key)) return;
    count += 1;
    declared.set(key, write(count));
  };
  for await (const { author, authorEmail, category, tags } of names) {
    if (author !== null) declare(`author ${author}`, (id) => authorElement(id, author, authorEmail));
    for (const [index, place] of category.entries())
      declare(`category ${place.slug}`, (id) => categoryElement(id, place, category[index - 1]?.slug ?? ''));
    for (const tag of tags) declare(`tag ${tag}`, (id) => tagElement(id, tag, tagSlug(tag)));
  }
  yield head;
  yield [...declared.values()].join('');
  let id = 0;
  for await (const content of contents) {
    id += 1;
    yield await itemElement(id, content, tagSlug);
  }
  yield '</channel>\n</rss>\n';
}

const authorElement = (id: number, name: string, email: string | null): string =>
  `<wp:author><wp:author_id>${id}</wp:author_id>${element('wp:author_login', name)}${element('wp:author_email', email ?? '')}${element('wp:author_display_name', name)}</wp:author>\n`;

const categoryElement = (id: number, { name, slug }: ContentFieldsOfFile['category'][number], parent: string): string =>
  `<wp:category><wp:term_id>${id}</wp:term_id>${element('wp:category_nicename', slug)}${element('wp:category_parent', parent)}${element('wp:cat_name', name)}</wp:category>\n`;

const tagElement = (id: number, name: string, slug: string): string =>
  `<wp:tag><wp:term_id>${id}</wp:term_id>${element('wp:tag_slug', slug)}${element('wp:tag_name', name)}</wp:tag>\n`;

async function itemElement(
  id: number,
  { id: uuid, fields, html }: ContentOfFile,
  tagSlug: (name: string) => string,
): Promise<string> {
  const date = timestamp(dateOf(fields));
  const modified = timestamp(fields.updatedAt);
  const place = fields.category.at(-1);
  const terms = [
    ...(place === undefined ? [] : [{ domain: 'category', ...place }]),
    ...fields.tags.map((name) => ({ domain: 'post_tag', name, slug: tagSlug(name) })),
  ];
  return [
    '<item>\n',
    element('title', fields.title),
    element('dc:creator', fields.author ?? ''),
    `<guid isPermaLink="false">urn:uuid:${uuid}</guid>\n`,
    element('content:encoded', await html()),
    element('excerpt:encoded', fields.summary ?? ''),
    `<wp:post_id>${id}</wp:post_id>\n`,
    ...['wp:post_date', 'wp:post_date_gmt'].map((name) => element(name, date)),
    ...['wp:post_modified', 'wp:post_modified_gmt'].map((name) => element(name, modified)),
    element('wp:post_name', fields.slug),
    element('wp:status', statusOf(fields)),
    element('wp:post_type', 'post'),
    ...terms.map(({ domain, name, slug }) =>
      element('category', name, ` domain="${domain}" nicename="${attribute(slug)}"`),
    ),
    `<wp:postmeta>${element('wp:meta_key', ownFieldsName)}${element('wp:meta_value', ownFieldsOf(fields))}</wp:postmeta>\n`,
    '</item>\n',
  ].join('');
}
