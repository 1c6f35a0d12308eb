import { contentLimits } from '@portcullis/domain/internal/content';
import { HttpError } from '../responses/http-error.ts';
import { fitsInto } from '../responses/text-slices.ts';
import { requestOf } from '../validation/request.ts';
import { partial } from '../validation/validate.ts';
import { declareOperation } from './endpoint.ts';
import { contentFields, contentSchema } from './schemas/contents.ts';

/** The operation that reads a content. */
export const getContent = declareOperation('getContent');

export class ContentPath extends requestOf(contentFields, 'id') {}

/** Properties that most routes that change one content and return it have in common. */
export const contentChange = {
  params: ContentPath,
  isVersioned: true,
  isConditional: true,
  data: contentSchema,
} as const;

export class CreateContentBody extends requestOf(
  contentFields,
  'title',
  'slug?',
  'summary?',
  'editorType?',
  'contentMd?',
  'contentHtml?',
  'contentRaw?',
  'categoryId?',
  'coverId?',
  'tagIds?',
) {}

export class UpdateContentBody extends partial(CreateContentBody) {}

/** @throws {HttpError} body-too-large */
export async function refuseLargeMarkdown({ contentMd }: { readonly contentMd?: string | null }): Promise<void> {
  if (await fitsInto(contentLimits.markdownBytes, contentMd ?? '')) return;
  throw new HttpError('body-too-large', `Markdown must not be larger than ${contentLimits.markdownBytes} bytes.`);
}
