import type { Outline, Rendered } from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';

/** The converted body of a Markdown document, named as in a content. */
export interface ContentPreview extends Pick<Rendered, keyof Outline> {
  readonly contentHtml: Rendered['html'];
}

/** Converts Markdown in the same way as the Markdown of a content, and stores nothing. */
export const previewContent =
  ({ markdown }: { readonly markdown: MarkdownRenderer }) =>
  async (contentMd: string): Promise<ContentPreview> => {
    const { html, ...outline } = await markdown.render(contentMd);
    return { contentHtml: html, ...outline };
  };

export type PreviewContent = ReturnType<typeof previewContent>;
