import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { SourceContent } from './content-source.ts';

/** Front matter: YAML between two lines with three hyphens at the beginning of the file. */
const frontMatter = /^\u{feff}?---\r?\n(?<yaml>(?:[^]*?\r?\n)?)---[ \t]*(?:\r?\n|$)/u;

type Fields = Readonly<Record<string, unknown>>;

/** Names of other programs for the fields. The first name that has a value is used. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  createdAt: ['createdAt', 'date'],
  updatedAt: ['updatedAt', 'lastmod', 'last_modified_at', 'updated'],
  publishedAt: ['publishedAt', 'publishDate', 'date'],
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
  'unpublishAt',
  'author',
  'tags',
  'category',
];

const textOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** Returns a timestamp with a time and a zone, which YAML allows to omit. */
function timestampOf(value: unknown): unknown {
  const text = textOf(value);
  if (typeof text !== 'string') return text;
  const date = new Date(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Some programs write the address of a picture as a field of an object. */
const addressOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'image' in value ? value.image : value;

const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

function fieldsOf(given: Fields, path: string, text: string): Fields {
  const name = basename(path).replace(/\.(?:md|markdown)$/i, '');
  const dated = /^(?<date>\d{4}-\d\d-\d\d)-(?<rest>.+)$/.exec(name)?.groups;
  const aliased = Object.entries(aliases).map(([field, names]): [string, unknown] => {
    const value = names.map((each) => given[each]).find((each) => each !== undefined && each !== null);
    return [
      field,
      field === 'summary'
        ? value
        : field === 'cover'
          ? addressOf(value)
          : timestampOf(value ?? (field === 'updatedAt' ? undefined : dated?.['date'])),
    ];
  });
  const heading = /^#[ \t]+(?<title>.+)$/m.exec(text)?.groups?.['title']?.trim();
  const own = Object.fromEntries(
    ownNames.filter((each) => given[each] !== undefined).map((each) => [each, given[each]]),
  );
  const { publishedAt, ...dates } = Object.fromEntries(aliased);
  const status = given['status'] ?? (given['draft'] === true || given['published'] === false ? 'DRAFT' : 'PUBLISHED');
  const editorType = given['editorType'] ?? 'MARKDOWN';
  return {
    sourceId: path,
    title: heading ?? dated?.['rest'] ?? name,
    slug: dated?.['rest'] ?? name,
    ...dates,
    ...own,
    ...((given['publishedAt'] !== undefined || status === 'PUBLISHED') && { publishedAt }),
    status,
    editorType,
    publishAt: timestampOf(given['publishAt']),
    unpublishAt: timestampOf(given['unpublishAt']),
    tags: listOf(given['tags']).map(String),
    category: listOf(given['category'] ?? listOf(given['categories'])[0]),
    ...(given['contentMd'] !== null && { contentMd: text }),
  };
}

/** Reads the files of a folder and its subfolders whose names end in `.md` or `.markdown`. */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<SourceContent> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|markdown)$/i.test(name));
  for (const [index, path] of names.toSorted().entries()) {
    const text = await readFile(join(folder, path), 'utf8');
    const found = frontMatter.exec(text);
    const row = index + 1;
    try {
      const given: unknown = found === null ? {} : parse(found.groups?.['yaml'] ?? '', { maxAliasCount: 0 });
      const fields: Fields = typeof given === 'object' && given !== null ? { ...given } : {};
      yield { row, fields: fieldsOf(fields, path, found === null ? text : text.slice(found[0].length)) };
    } catch {
      yield { row, fields: undefined };
    }
  }
}
