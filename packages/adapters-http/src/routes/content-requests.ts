import {
  contentLimits,
  editorTypes,
  type CategoryId,
  type ContentId,
  type EditorType,
  type TagId,
} from '@portcullis/domain';
import { HttpError } from '../answers/http-error.ts';
import { fitsInto } from '../answers/text-slices.ts';
import { DescribeLike } from '../validation/descriptions.ts';
import { Ids, LongText, Nullable, OneOf, Optional, Text, Uuid } from '../validation/fields.ts';
import { partial } from '../validation/validate.ts';
import { editors } from './access.ts';
import { contentFields, contentSchema } from './schemas/contents.ts';

@DescribeLike(contentFields)
export class ContentPath {
  @Uuid() id!: ContentId;
}

/** Properties that most routes that change one content and return it have in common. */
export const contentChange = {
  anyRole: editors,
  params: ContentPath,
  isVersioned: true,
  isConditional: true,
  data: contentSchema,
} as const;

@DescribeLike(contentFields)
export class CreateContentBody {
  @Text(contentLimits.title) title!: string;
  @Optional() @Text(contentLimits.slug) slug?: string;
  @Nullable() @Text(contentLimits.summary) summary?: string | null;
  @Optional() @OneOf(editorTypes) editorType?: EditorType;
  @Nullable() @LongText() contentMd?: string | null;
  @Nullable() @LongText() contentHtml?: string | null;
  @Nullable() @LongText() contentRaw?: string | null;
  @Nullable() @Uuid() categoryId?: CategoryId | null;
  @Optional() @Ids() tagIds?: TagId[];
}

export class UpdateContentBody extends partial(CreateContentBody) {}

/** @throws {HttpError} body-too-large */
export async function refuseLargeMarkdown({ contentMd }: { readonly contentMd?: string | null }): Promise<void> {
  if (await fitsInto(contentLimits.markdownBytes, contentMd ?? '')) return;
  throw new HttpError('body-too-large', `Markdown must not be larger than ${contentLimits.markdownBytes} bytes.`);
}
