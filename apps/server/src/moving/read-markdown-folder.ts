import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { ReadContentOptions, SourceContent } from './content-source.ts';
import { decoded } from './decoded-text.ts';
import { ownStatusOf, statedAudience } from './stated-audience.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of other programs for the fields. The first name that has a value is used. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  createdAt: ['createdAt', 'date', 'created', 'created_at'],
  updatedAt: ['updatedAt', 'lastmod', 'last_modified_at', 'modified', 'updated', 'updated_at'],
  publishedAt: ['publishedAt', 'publishDate', 'pubDate', 'published_at', 'published', 'date'],
  unpublishAt: ['unpublishAt', 'expiryDate', 'unpublishDate', 'expires', 'expiry', 'expire_date', 'unpublish_at'],
  summary: ['summary', 'description', 'excerpt'],
  cover: ['cover', 'image', 'featured_image'],
};

const ownNames = [
  'sourceId',
  'title',
  'slug',
  'editorType',
  'contentHtml',
  'contentRaw',
  'status',
  'publishAt',
  'author',
  'tags',
  'category',
];

/** Some programs write the address of a picture as a field of an object. */
const addressOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'image' in value ? value.image : value;

/** Some programs write a list as texts with commas between them. */
const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(',').flatMap((each) => each.trim() || []) : [value];
};

const categoryOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const isFlag = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && !/\d/.test(value));

/** Returns the fields of a file. Names of fields are compared without regard to case, as programs do. */
function fieldsOf(front: Fields, path: string, text: string): Fields {
  const folded = new Map(Object.entries(front).map(([name, value]) => [name.toLowerCase(), value]));
  const given = (name: string): unknown => folded.get(name.toLowerCase());
  const name = basename(path).replace(/\.(?:md|markdown)$/i, '');
  const dated = /^(?<date>\d{4}-\d\d-\d\d)-(?<rest>.+)$/.exec(name)?.groups;
  const first = (names: readonly string[]): unknown =>
    names
      .filter((each) => each !== 'published' || !isFlag(given(each)))
      .map(given)
      .find((each) => each !== undefined && each !== null);
  const {
    publishedAt = dated?.['date'],
    createdAt = dated?.['date'],
    cover,
    ...others
  } = Object.fromEntries(Object.entries(aliases).map(([field, names]) => [field, first(names)]));
  const heading = /^#[ \t]+(?<title>.+)$/m.exec(text)?.groups?.['title']?.trim();
  const own = Object.fromEntries(
    ownNames.filter((each) => (given(each) ?? null) !== null).map((each) => [each, given(each)]),
  );
  const status = ownStatusOf(given('status'));
  return {
    sourceId: path,
    title: heading ?? dated?.['rest'] ?? name,
    slug: dated?.['rest'] ?? name,
    createdAt,
    ...others,
    cover: addressOf(cover),
    editorType: 'MARKDOWN',
    ...own,
    ...((given('publishedAt') !== undefined || status === 'PUBLISHED') && { publishedAt }),
    status,
    tags: listOf(given('tags'))
      .filter((tag) => tag !== null)
      .map(String),
    category: categoryOf(given('category') ?? listOf(given('categories'))[0]),
    ...(given('contentMd') !== null && { contentMd: text }),
  };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message.split('\n', 1)[0] : undefined) ?? '';

/**
 * Reads the files of a folder and its subfolders whose names end in `.md` or `.markdown`. A file that cannot be read, a
 * symbolic link that leaves the folder, and what is not a regular file are rows with their reasons.
 */
export async function* readMarkdownFolder(
  folder: string,
  { encoding, rowWork }: ReadContentOptions,
): AsyncGenerator<SourceContent> {
  const root = `${await realpath(folder)}${sep}`;
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|markdown)$/i.test(name));
  for (const [index, path] of names.toSorted().entries()) {
    const row = index + 1;
    try {
      const file = await realpath(join(folder, path));
      if (!file.startsWith(root)) throw new Error('it is a link that leaves the folder');
      if (!(await stat(file)).isFile()) throw new Error('it is not a regular file');
      const { given, body } = await rowWork.partsOfFile(decoded(await readFile(file), { encoding }));
      yield {
        row,
        fields: fieldsOf(given, path, body),
        audience: statedAudience(given, join(basename(resolve(folder)), path)),
      };
    } catch (error) {
      yield { row, fields: undefined, reason: `${path}: ${messageOf(error)}` };
    }
  }
}
