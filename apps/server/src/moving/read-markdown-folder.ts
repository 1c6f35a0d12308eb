import { readdir, readFile, realpath } from 'node:fs/promises';
import { contentStatuses } from '@portcullis/domain/internal/schedule';
import { basename, join, sep } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse } from 'yaml';
import { everybody, flagOf, strictest, withheld, type Audience } from './audience.ts';
import type { SourceContent } from './content-source.ts';
import { decoded } from './decoded-text.ts';

/** Front matter at the beginning of the file: YAML between lines of three hyphens, or TOML between lines of three plus signs. */
const frontMatter = /^\u{feff}?(?<fence>---|\+\+\+)[ \t]*\r?\n(?<fields>(?:[^]*?\r?\n)?)\k<fence>[ \t]*(?:\r?\n|$)/u;

/** The beginning of front matter in another form, or of one that does not end. */
const otherFrontMatter = /^\u{feff}?(?:---|\+\+\+|;;;|\{)[ \t]*\r?\n/u;

type Fields = Readonly<Record<string, unknown>>;

const statusAudiences: Readonly<Record<string, Audience>> = {
  publish: everybody,
  published: everybody,
  public: everybody,
  archived: everybody,
  draft: withheld('it is a draft'),
  pending: withheld('it waits for a review'),
  private: withheld('it is private'),
  future: withheld('it is scheduled'),
  scheduled: withheld('it is scheduled'),
};

const ownStatuses: readonly unknown[] = contentStatuses;

/** Fields with which programs keep a content from everybody. */
const withholding = ['draft', 'private', 'protected', 'hidden', 'unlisted', 'members_only', 'membersOnly', 'paid'];

const named = (field: string, value: unknown): readonly Audience[] => {
  if (value === undefined || value === null) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.toLowerCase() === 'public' ? [] : [withheld(`its ${field} is ${text}`)];
};

/** Returns for whom a content is, by the fields that programs use for it, and by the folder of Jekyll for drafts. */
function audienceOf(given: Fields, path: string): Audience {
  const { status, published, visibility, access, password } = given;
  const flags = withholding.flatMap((field): Audience[] => {
    const value = flagOf(given[field]);
    if (value === undefined) return [{ kind: 'unknown', field, value: given[field] }];
    return value ? [withheld(`it says ${field}`)] : [];
  });
  const isPublished = published === undefined ? true : flagOf(published);
  const folded = typeof status === 'string' ? status.trim().toLowerCase() : '';
  return strictest([
    // In the words of an export from here, the field itself decides.
    ...(status === undefined || status === null || ownStatuses.includes(status)
      ? []
      : [
          (Object.hasOwn(statusAudiences, folded) ? statusAudiences[folded] : undefined) ??
            ({ kind: 'unknown', field: 'status', value: status } as const),
        ]),
    ...(isPublished === undefined && Number.isNaN(Date.parse(String(textOf(published))))
      ? [{ kind: 'unknown', field: 'published', value: published } as const]
      : []),
    ...(isPublished === false ? [withheld('it is not published')] : []),
    ...flags,
    ...named('visibility', visibility),
    ...named('access', access),
    ...(password === undefined || password === null || password === '' ? [] : [withheld('it has a password')]),
    ...(path.split(/[\\/]/).includes('_drafts') ? [withheld('it is in the folder _drafts')] : []),
  ]);
}

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
  const day = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(text)?.groups;
  if (day !== undefined)
    return new Date(Date.UTC(Number(day['year']), Number(day['month']) - 1, Number(day['day']))).toISOString();
  const date = new Date(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Some programs write the address of a picture as a field of an object. */
const addressOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'image' in value ? value.image : value;

/** Some programs write a list as texts with commas between them. */
const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(',').flatMap((each) => each.trim() || []) : [value];
};

/** Values are read as texts, so that the title `1984` and the tag `007` stay as they were written. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNulls(each)]));
  return value === '' || value === '~' || value === 'null' ? null : value;
}

const categoryOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

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
  const status = /^(?:ARCHIVED|DRAFT)$/i.test(String(given['status']))
    ? String(given['status']).toUpperCase()
    : 'PUBLISHED';
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
    category: categoryOf(given['category'] ?? listOf(given['categories'])[0]),
    ...(given['contentMd'] !== null && { contentMd: text }),
  };
}

/** Returns the front matter of a text and the text after it. @throws if it cannot be parsed */
function partsOf(text: string): { readonly given: Fields; readonly body: string } {
  const found = frontMatter.exec(text);
  if (found === null) {
    if (otherFrontMatter.test(text)) throw new Error('its front matter is in a form that the import does not read');
    return { given: {}, body: text };
  }
  const { fence, fields = '' } = found.groups ?? {};
  const given = withNulls(
    fence === '+++' ? parseToml(fields) : parse(fields, { maxAliasCount: 0, schema: 'failsafe' }),
  );
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (!isObject && given !== null) throw new Error('its front matter has no fields');
  return { given: isObject ? { ...given } : {}, body: text.slice(found[0].length) };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message.split('\n', 1)[0] : undefined) ?? '';

/**
 * Reads the files of a folder and its subfolders whose names end in `.md` or `.markdown`. A file that cannot be read, and a
 * symbolic link that leaves the folder, is a row with its reason.
 */
export async function* readMarkdownFolder(folder: string): AsyncGenerator<SourceContent> {
  const root = `${await realpath(folder)}${sep}`;
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:md|markdown)$/i.test(name));
  for (const [index, path] of names.toSorted().entries()) {
    const row = index + 1;
    try {
      const file = await realpath(join(folder, path));
      if (!file.startsWith(root)) throw new Error('it is a link that leaves the folder');
      const { given, body } = partsOf(decoded(await readFile(file)));
      yield { row, fields: fieldsOf(given, path, body), audience: audienceOf(given, path) };
    } catch (error) {
      yield { row, fields: undefined, reason: `${path}: ${messageOf(error)}` };
    }
  }
}
