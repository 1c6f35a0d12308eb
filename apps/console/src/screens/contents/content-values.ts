import type { Schemas } from '@portcullis/client';
import { orNull } from '../../forms/values.ts';
import type { TagNames } from '../../resources/tag-names.ts';

type Content = Schemas['Content'];

/** The values of the form of a content. Tags are listed by their names, so that new tags can be typed. */
export interface ContentValues {
  readonly title: string;
  readonly slug: string;
  readonly summary: string;
  readonly categoryId: string;
  /** The id of the cover; an empty string if there is none. */
  readonly coverId: string;
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
  coverId: '',
  tags: [],
  editorType: 'MARKDOWN',
  text: '',
};

type EditedContent = Pick<
  Content,
  'title' | 'slug' | 'summary' | 'categoryId' | 'coverId' | 'tagIds' | 'editorType' | 'contentHtml' | 'contentMd'
>;

export const valuesOf = (content: EditedContent, names: TagNames): ContentValues => ({
  title: content.title,
  slug: content.slug,
  summary: content.summary ?? '',
  categoryId: content.categoryId ?? '',
  coverId: content.coverId ?? '',
  tags: content.tagIds.map((id) => names.get(id) ?? id),
  editorType: content.editorType,
  text: (content.editorType === 'RICHTEXT' ? content.contentHtml : content.contentMd) ?? '',
});

/** Returns the request body without the tags: new tags must be created first. */
export const bodyOf = ({ title, slug, summary, categoryId, coverId, editorType, text }: ContentValues) => ({
  title,
  slug,
  summary: orNull(summary),
  categoryId: orNull(categoryId),
  coverId: orNull(coverId),
  editorType,
  ...(editorType === 'RICHTEXT' ? { contentHtml: text } : { contentMd: text }),
});
