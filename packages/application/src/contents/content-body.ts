import { renderedBody, suppliedBody, type ContentBody } from '@portcullis/domain';
import type { MarkdownRenderer } from '../ports/system.ts';

/** Converts Markdown to the body of a content. The body is empty if the Markdown is null. */
export async function bodyFrom(contentMd: string | null, markdown: MarkdownRenderer): Promise<ContentBody> {
  return contentMd === null ? suppliedBody(null) : renderedBody(await markdown.render(contentMd));
}
