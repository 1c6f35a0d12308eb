import type { Schemas } from '@portcullis/client';
import { orNull } from '../../parts/values.ts';

type Content = Schemas['Content'];

/** The form of a content. Tags go by their names, so that new ones can be typed. */
export interface ContentValues {
  readonly title: string;
  readonly slug: string;
  readonly summary: string;
  readonly categoryId: string;
  readonly tags: readonly string[];
  readonly editorType: Content['editorType'];
  /** The Markdown, or the HTML of RICHTEXT. */
  readonly text: string;
}

export const newContentValues: ContentValues = {
  title: '',
  slug: '',
  summary: '',
  categoryId: '',
  tags: [],
  editorType: 'MARKDOWN',
  text: '',
};

/** The names of tags by their ids. */
export type TagNames = ReadonlyMap<string, string>;

export const valuesOf = (content: Content, names: TagNames): ContentValues => ({
  title: content.title,
  slug: content.slug,
  summary: content.summary ?? '',
  categoryId: content.categoryId ?? '',
  tags: content.tagIds.map((id) => names.get(id) ?? id),
  editorType: content.editorType,
  text: (content.editorType === 'RICHTEXT' ? content.contentHtml : content.contentMd) ?? '',
});

/** What the service stores, except the tags, which may have to be created first. */
export const bodyOf = ({ title, slug, summary, categoryId, editorType, text }: ContentValues) => ({
  title,
  slug,
  summary: orNull(summary),
  categoryId: orNull(categoryId),
  editorType,
  ...(editorType === 'RICHTEXT' ? { contentHtml: text } : { contentMd: text }),
});

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @returns the ids of the known tags among the names, and the names that no known tag has. */
export function splitTags(tags: readonly string[], names: TagNames): { ids: string[]; unknown: string[] } {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const tag of tags) {
    const known = [...names].find(([, name]) => isSameName(name, tag));
    if (known === undefined) unknown.push(tag);
    else ids.push(known[0]);
  }
  return { ids, unknown };
}

export type ContentField = keyof ContentValues;

const fields: readonly ContentField[] = ['title', 'slug', 'summary', 'categoryId', 'tags', 'editorType', 'text'];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isSameValues = (one: ContentValues, other: ContentValues): boolean =>
  fields.every((field) => (field === 'tags' ? isSame(one.tags, other.tags) : one[field] === other[field]));

/** A field that two people have given different values. */
export interface FieldConflict {
  readonly field: ContentField;
  /** Whether this person has changed it; else only the other one has. */
  readonly isMine: boolean;
}

/**
 * Compares what a person wants to save with what somebody else has stored meanwhile.
 * @param base what both began with
 * @returns the fields to decide about; none if nobody else has changed anything that differs
 */
export function conflictsBetween(base: ContentValues, mine: ContentValues, theirs: ContentValues): FieldConflict[] {
  if (isSameValues(base, theirs)) return [];
  return fields
    .filter((field) => !isSame(mine[field], theirs[field]))
    .map((field) => ({ field, isMine: !isSame(base[field], mine[field]) }));
}

/** @returns their values, with those of the given fields replaced by mine. */
export function mergeValues(
  mine: ContentValues,
  theirs: ContentValues,
  fieldsOfMine: ReadonlySet<ContentField>,
): ContentValues {
  return fields.reduce<ContentValues>(
    (merged, field) => (fieldsOfMine.has(field) ? { ...merged, [field]: mine[field] } : merged),
    theirs,
  );
}
