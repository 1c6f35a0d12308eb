import type { Outline, Rendered } from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';

/** The converted body of a Markdown document, with the same field names as in a content. */
export interface ContentPreview extends Pick<Rendered, keyof Outline> {
  readonly contentHtml: Rendered['html'];
}

/** Converts Markdown as for a content, without storing anything. */
export const previewContent =
  ({ markdown }: { readonly markdown: MarkdownRenderer }) =>
  async (contentMd: string): Promise<ContentPreview> => {
    const { html, ...outline } = await markdown.render(contentMd);
    return { contentHtml: html, ...outline };
  };
