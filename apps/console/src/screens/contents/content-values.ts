import type { Schemas } from '@portcullis/client';
import { orNull } from '../../parts/values.ts';

type Content = Schemas['Content'];

/** The values of the form of a content. Tags are listed by their names, so that new tags can be typed. */
export interface ContentValues {
  readonly title: string;
  readonly slug: string;
  readonly summary: string;
  readonly categoryId: string;
  readonly tags: readonly string[];
  readonly editorType: Content['editorType'];
  /** The text in Markdown, or in HTML if the editor is `RICHTEXT`. */
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

type EditedContent = Pick<
  Content,
  'title' | 'slug' | 'summary' | 'categoryId' | 'tagIds' | 'editorType' | 'contentHtml' | 'contentMd'
>;

export const valuesOf = (content: EditedContent, names: TagNames): ContentValues => ({
  title: content.title,
  slug: content.slug,
  summary: content.summary ?? '',
  categoryId: content.categoryId ?? '',
  tags: content.tagIds.map((id) => names.get(id) ?? id),
  editorType: content.editorType,
  text: (content.editorType === 'RICHTEXT' ? content.contentHtml : content.contentMd) ?? '',
});

/** Returns the request body without the tags: new tags must be created first. */
export const bodyOf = ({ title, slug, summary, categoryId, editorType, text }: ContentValues) => ({
  title,
  slug,
  summary: orNull(summary),
  categoryId: orNull(categoryId),
  editorType,
  ...(editorType === 'RICHTEXT' ? { contentHtml: text } : { contentMd: text }),
});

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @returns the ids of the tags whose names are in `names`, ignoring case, and the other names in `tags`. */
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
