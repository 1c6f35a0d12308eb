import { readFile } from 'node:fs/promises';
import { bodyOfHtml, type ReadContentOptions, type SourceContent } from './content-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns a timestamp. Ghost writes ISO 8601, or milliseconds in old exports. */
function timestampOf(value: unknown): string | undefined {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const statuses: Readonly<Record<string, string>> = { published: 'PUBLISHED', sent: 'PUBLISHED' };

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
 * Reads the posts and pages of a Ghost export, which is one JSON document and is read into memory.
 * @throws {UnreadableFile}
 */
export async function* readGhost(file: string, options: ReadContentOptions): AsyncGenerator<SourceContent> {
  const data = dataOf(await readFile(file, 'utf8'));
  const users = rowsOf(data['users']);
  const authors = linked(rowsOf(data['posts_authors']), 'author_id', byId(users, 'email', 'slug'));
  const tags = linked(rowsOf(data['posts_tags']), 'tag_id', byId(rowsOf(data['tags']), 'name'));
  for (const [index, post] of rowsOf(data['posts']).entries()) {
    const id = textOf(post['id']) ?? '';
    const status = textOf(post['status']) ?? '';
    const [publishedAt, createdAt] = [timestampOf(post['published_at']), timestampOf(post['created_at'])];
    const fields = {
      sourceId: `ghost-${id}`,
      title: textOf(post['title']),
      slug: textOf(post['slug']),
      summary: textOf(post['custom_excerpt']),
      author: authors.get(id)?.[0],
      status: statuses[status] ?? 'DRAFT',
      createdAt: createdAt ?? publishedAt,
      updatedAt: timestampOf(post['updated_at']),
      ...(status in statuses && { publishedAt }),
      ...(status === 'scheduled' && { publishAt: publishedAt }),
      // The names of internal tags begin with #.
      tags: (tags.get(id) ?? []).filter((name) => !name.startsWith('#')),
      ...(await bodyOfHtml(textOf(post['html']) ?? '', options)),
    };
    yield { row: index + 1, fields, path: status in statuses ? `/${textOf(post['slug']) ?? ''}/` : undefined };
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
