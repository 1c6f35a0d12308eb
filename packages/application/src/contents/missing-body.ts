import { isMarkdown, type Content, type ContentBody } from '@portcullis/domain/internal/contents/content';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { ContentViews, UnconvertedContent } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import type { TransactionOptions } from '../ports/unit-of-work.ts';
import { bodyFrom, writtenBytes } from './content-body.ts';
import type { ContentWriteDependencies } from './store-contents.ts';

export interface PublishDependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

/** The converted body for a content whose Markdown has no stored HTML yet. */
export interface PreparedMissingBody {
  /** The Markdown and the editor type at the time of the conversion. */
  readonly source: UnconvertedContent;
  /** Undefined if the content needed no conversion. */
  readonly body: ContentBody | undefined;
}

/**
 * Converts the Markdown of a content that has no HTML. Call this function before the transaction, because a conversion
 * may take long.
 * @throws {BusinessError} content-not-found
 */
export async function prepareMissingBody(
  { contents, markdown }: PublishDependencies,
  id: ContentId,
): Promise<PreparedMissingBody> {
  const source = orNotFound(await contents.unconverted(id), 'content-not-found');
  const { editorType, contentMd } = source;
  const isMissing = isMarkdown(editorType) && contentMd !== null;
  return { source, body: isMissing ? await bodyFrom(contentMd, markdown) : undefined };
}

/** Returns the size of what a transaction writes that stores a prepared body. */
export const preparedSize = ({ source, body }: PreparedMissingBody): Pick<TransactionOptions, 'bytes'> => ({
  bytes: body === undefined ? 0 : writtenBytes({ ...source, ...body }),
});

/**
 * Adds a prepared body to a locked content. Does nothing if the content already has HTML or if its Markdown or editor
 * type has changed.
 */
export function withMissingBody(stored: Content, { source, body }: PreparedMissingBody): Content {
  const isUnchanged = stored.contentMd === source.contentMd && stored.editorType === source.editorType;
  return body !== undefined && isUnchanged && stored.contentHtml === null ? { ...stored, ...body } : stored;
}
