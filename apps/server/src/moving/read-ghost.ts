import { readFile } from 'node:fs/promises';
import { everybody, flagOf, strictest, withheld, type Audience } from './audience.ts';
import { bodyOfHtml, type ReadContentOptions, type SourceContent } from './content-source.ts';
import { decoded } from './decoded-text.ts';
import { fieldsIn as rowsOf, isFields as isRow, type Fields as Row } from './ghost-cards.ts';
import { htmlOfLexical, htmlOfMobiledoc } from './ghost-documents.ts';
import { ownFields, ownFieldsName } from './own-fields.ts';
import { UnreadableFile } from './unreadable-file.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns a timestamp. Ghost writes ISO 8601, a date and a time in UTC without a zone, or milliseconds. */
function timestampOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const isLocal = typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(value);
  const date = new Date(isLocal ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const audiences: Readonly<Record<string, Audience>> = {
  published: everybody,
  scheduled: withheld('it is scheduled'),
  draft: withheld('it is a draft'),
  sent: withheld('it was only sent by mail'),
};

/** Returns for whom a post is. Exports of old versions have no visibility. */
function audienceOf(post: Row, isMail: boolean): Audience {
  const [status, visibility = 'public'] = [textOf(post['status']) ?? '', textOf(post['visibility'])];
  return strictest([
    (Object.hasOwn(audiences, status) ? audiences[status] : undefined) ?? {
      kind: 'unknown',
      field: 'status',
      value: post['status'],
    },
    ...(visibility === 'public' ? [] : [withheld(`its visibility is ${visibility}`)]),
    ...(isMail ? [withheld('it was only sent by mail')] : []),
  ]);
}

/** Returns the values at the other end of the links of each post, in their order. */
function linked(
  links: readonly Row[],
  column: string,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const link of links.toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0))) {
    const value = values.get(textOf(link[column]) ?? '');
    const post = textOf(link['post_id']) ?? '';
    if (value !== undefined) found.set(post, [...(found.get(post) ?? []), value]);
  }
  return found;
}

const byId = (rows: readonly Row[], ...columns: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    rows.map((row) => [
      textOf(row['id']) ?? '',
      columns.map((column) => textOf(row[column])).find((text) => text !== undefined) ?? '',
    ]),
  );

/**
 * Returns the HTML of a post. Ghost renders it from the document in Lexical or Mobiledoc, and leaves it out of some
 * exports, for example for posts that were never published.
 */
async function htmlOf(post: Row, { render }: ReadContentOptions): Promise<string> {
  const [html, lexical, mobiledoc] = ['html', 'lexical', 'mobiledoc'].map((name) => textOf(post[name]));
  if (html !== undefined) return html;
  const written = lexical === undefined ? undefined : await htmlOfLexical(lexical, render);
  return written ?? (mobiledoc === undefined ? undefined : await htmlOfMobiledoc(mobiledoc, render)) ?? '';
}

/**
 * Reads the posts and pages of a Ghost export, which is one JSON document and is read into memory.
 * @throws {UnreadableFile}
 */
export async function* readGhost(file: string, options: ReadContentOptions): AsyncGenerator<SourceContent> {
  const data = dataOf(decoded(await readFile(file)));
  const mails = new Set(
    rowsOf(data['posts_meta']).flatMap((meta) =>
      flagOf(meta['email_only']) === true ? [textOf(meta['post_id'])] : [],
    ),
  );
  const users = rowsOf(data['users']);
  const logins = byId(users, 'email', 'slug');
  const authors = linked(rowsOf(data['posts_authors']), 'author_id', logins);
  const tags = linked(rowsOf(data['posts_tags']), 'tag_id', byId(rowsOf(data['tags']), 'name'));
  for (const [index, post] of rowsOf(data['posts']).entries()) {
    const id = textOf(post['id']) ?? '';
    const status = textOf(post['status']) ?? '';
    const [publishedAt, createdAt, updatedAt] = ['published_at', 'created_at', 'updated_at'].map((name) =>
      timestampOf(post[name]),
    );
    const html = await htmlOf(post, options);
    const stored = await ownFields({ own: post[ownFieldsName], html, updatedAt }, options);
    const fields = stored ?? {
      sourceId: `ghost-${id}`,
      title: textOf(post['title']),
      slug: textOf(post['slug']),
      summary: textOf(post['custom_excerpt']),
      cover: textOf(post['feature_image']),
      // Before version 1.22, a post had one author.
      author: authors.get(id)?.[0] ?? logins.get(textOf(post['author_id']) ?? ''),
      status: status === 'published' ? 'PUBLISHED' : 'DRAFT',
      createdAt: createdAt ?? publishedAt,
      updatedAt,
      ...(status === 'published' && { publishedAt }),
      ...(status === 'scheduled' && { publishAt: publishedAt }),
      // The names of internal tags begin with #.
      tags: (tags.get(id) ?? []).filter((name) => !name.startsWith('#')),
      ...(await bodyOfHtml(html, options)),
    };
    const isMail = flagOf(post['email_only']) === true || mails.has(id);
    const audience = stored === undefined ? audienceOf(post, isMail) : everybody;
    yield {
      row: index + 1,
      fields,
      audience,
      path: status === 'published' ? `/${textOf(post['slug']) ?? ''}/` : undefined,
    };
  }
}

function dataOf(text: string): Row {
  try {
    const document: unknown = JSON.parse(text);
    const databases = isRow(document) ? (document['db'] ?? [document]) : [];
    const data = rowsOf(databases)[0]?.['data'];
    if (isRow(data) && Array.isArray(data['posts'])) return data;
  } catch {
    // The error below names the file's form.
  }
  throw new UnreadableFile('The file is not a Ghost export: it has no posts.');
}
