import { renderedBody, suppliedBody, type ContentBody } from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';

/** The body that Markdown makes; without Markdown there is none. */
export async function bodyFrom(contentMd: string | null, markdown: MarkdownRenderer): Promise<ContentBody> {
  return contentMd === null ? suppliedBody(null) : renderedBody(await markdown.render(contentMd));
}
