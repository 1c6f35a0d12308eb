import type { Schemas } from '@portcullis/client';
import { textsOf, withEditorLines, withNulls } from '../../forms/values.ts';
import type { TagNames } from '../../resources/tag-names.ts';

type Content = Schemas['Content'];

/** The fields of a content or a working copy that the form edits. */
export type EditedContent = Pick<
  Content,
  'title' | 'slug' | 'summary' | 'categoryId' | 'coverId' | 'tagIds' | 'editorType' | 'contentHtml' | 'contentMd'
>;

/**
 * Returns the values of the form of a content. Tags are listed by their names, so that new tags can be typed. The text
 * is in Markdown, or in HTML if the editor is `RICHTEXT`.
 */
export function valuesOf(content?: EditedContent, names?: TagNames) {
  const tags: readonly string[] = (content?.tagIds ?? []).map((id) => names?.get(id) ?? id);
  return {
    ...textsOf(['title', 'slug', 'summary', 'categoryId', 'coverId'], content),
    tags,
    editorType: content?.editorType ?? 'MARKDOWN',
    text: withEditorLines((content?.editorType === 'RICHTEXT' ? content.contentHtml : content?.contentMd) ?? ''),
  };
}

export type ContentValues = ReturnType<typeof valuesOf>;

/** Returns the values for the service, except that tags have names: new tags must be created first. */
export const bodyOf = ({ text, ...values }: ContentValues) => ({
  ...withNulls(values, ['summary', 'categoryId', 'coverId']),
  ...(values.editorType === 'RICHTEXT' ? { contentHtml: text } : { contentMd: text }),
});
