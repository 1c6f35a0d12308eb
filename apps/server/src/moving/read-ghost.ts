import { readFile } from 'node:fs/promises';
import { everybody, flagOf, scheduled, strictest, withheld, type Audience } from './audience.ts';
import type { ReadContentOptions, SourceContent, SourceText } from './content-source.ts';
import { decoded } from './decoded-text.ts';
import { fieldsIn as rowsOf, isFields as isRow, type Fields as Row } from './ghost-cards.ts';
import { ownFields, ownFieldsName } from './own-fields.ts';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const audiences: Readonly<Record<string, Audience>> = {
  published: everybody,
  scheduled,
  draft: withheld('it is a draft'),
  sent: withheld('it was only sent by mail'),
};

const gated = /<!--\s*kg-gated-block|"nonMember"\s*:\s*false/;

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
    // A part of a public post can be hidden from some readers.
    ...(['html', 'lexical'].some((name) => gated.test(textOf(post[name]) ?? ''))
      ? [withheld('a part of it is only for some readers')]
      : []),
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
 * Returns the text of a post. Ghost renders its HTML from the document in Lexical or Mobiledoc, and leaves it out of some
 * exports, for example for posts that were never published.
 */
const sourceOf = (post: Row): SourceText => {
  const form = (['html', 'lexical', 'mobiledoc'] as const).find((name) => textOf(post[name]) !== undefined) ?? 'html';
  return { form, text: textOf(post[form]) ?? '' };
};

/** Returns a text in which addresses at the site of the export are paths here, or relative to the site here. */
function withPaths<Value>(value: Value, pathOf: ReadonlyMap<string, string>): Value | string {
  if (typeof value !== 'string') return value;
  return value.replaceAll(/__GHOST_URL__((?:\/[^"'\s<>()\\/?#]*)*)/g, (_all, path: string) => {
    const slug = path.replaceAll('/', '');
    return path.split('/').filter(Boolean).length === 1 ? (pathOf.get(slug) ?? path) : path || '/';
  });
}

/**
 * Reads the posts and pages of a Ghost export, which is one JSON document and is read into memory.
 * @throws {UnreadableFile}
 */
export async function* readGhost(file: string, options: ReadContentOptions): AsyncGenerator<SourceContent> {
  const data = dataOf(decoded(await readFile(file), options));
  const mails = new Set(
    rowsOf(data['posts_meta']).flatMap((meta) =>
      flagOf(meta['email_only']) === true ? [textOf(meta['post_id'])] : [],
    ),
  );
  const users = rowsOf(data['users']);
  const logins = byId(users, 'email', 'slug');
  const authors = linked(rowsOf(data['posts_authors']), 'author_id', logins);
  const tags = linked(rowsOf(data['posts_tags']), 'tag_id', byId(rowsOf(data['tags']), 'name'));
  const posts = rowsOf(data['posts']);
  const paths = new Map(
    posts.map((post) => textOf(post['slug']) ?? '').map((slug) => [slug, options.pathOfSlug(slug)] as const),
  );
  for (const [index, given] of posts.entries()) {
    const post = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, name === ownFieldsName ? value : withPaths(value, paths)]),
    );
    const id = textOf(post['id']) ?? '';
    const status = textOf(post['status']) ?? '';
    const { published_at: publishedAt, created_at: createdAt, updated_at: updatedAt } = post;
    const source = sourceOf(post);
    const html = textOf(given['html']) ?? '';
    const stored = ownFields({ own: post[ownFieldsName], html, updatedAt });
    const isMail = flagOf(post['email_only']) === true || mails.has(id);
    const common = {
      row: index + 1,
      path: status === 'published' ? `/${textOf(post['slug']) ?? ''}/` : undefined,
      audience: stored === undefined || stored['status'] === 'PUBLISHED' ? audienceOf(post, isMail) : everybody,
    };
    if (stored !== undefined) yield { ...common, fields: stored };
    else
      yield {
        ...common,
        source,
        fields: {
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
        },
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
