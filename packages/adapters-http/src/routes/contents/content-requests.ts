import { contentSortFields, type ContentSortField } from '@portcullis/application/internal/ports/contents';
import { contentLimits, editorTypes, type EditorType } from '@portcullis/domain/internal/contents/content';
import type { SortKey } from '@portcullis/application/internal/ports/lists';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { listAttributes } from '@portcullis/domain/internal/conditions/list-attributes';
import type { CategoryId, TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import { slugRule } from '@portcullis/domain/internal/names/slug';
import { contentStatuses, type ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { HttpError } from '../../responses/http-error.ts';
import { fitsInto } from '../../responses/text-slices.ts';
import { Describe } from '../../validation/descriptions.ts';
import { all, Flag, LongText, OneOf, Optional, Text, Uuid } from '../../validation/fields.ts';
import { requestOf } from '../../validation/request.ts';
import { partial } from '../../validation/validate.ts';
import { declareOperation } from '../endpoint.ts';
import { Expands } from '../expand.ts';
import { ChosenFields, Filters, Sorts } from '../list-decorators.ts';
import { ListParameters, only, sorts } from '../list-query.ts';
import { contentFields, contentItemFields, contentSchema } from '../schemas/contents.ts';

/** The operation that reads a content. */
export const getContent = declareOperation('getContent');

export class ContentPath extends requestOf(contentFields, 'id') {}

/** The path of a category, a tag or a content with a slug. */
export class SlugPath {
  @Text(slugRule) @Describe('The slug.') slug!: string;
}

/** The deletion of a category or a tag. */
export class DeletionParameters {
  @Flag()
  @Describe('Whether it is deleted even if conditions of roles name it. Needs the role ADMIN.')
  force = false;
}

/** Accepts the id of a category, which filters contents. */
export const InCategory = (): PropertyDecorator =>
  all(Optional(), Uuid(), Describe('Only contents of the category with this id or of a category below it.'));

/** Accepts the id of a tag, which filters contents. */
export const WithTag = (): PropertyDecorator =>
  all(Optional(), Uuid(), Describe('Only contents that have the tag with this id.'));

export class ContentListParameters extends ListParameters {
  @Optional() @OneOf(contentStatuses) @Describe(only('status')) status?: ContentStatus;
  @InCategory() categoryId?: CategoryId;
  @WithTag() tagId?: TagId;
  @Optional() @OneOf(editorTypes) @Describe(only('`editorType`')) editorType?: EditorType;
  @Optional() @Uuid() @Describe('Only contents that the user with this id created.') authorId?: UserId;
  @Optional() @OneOf(contentSortFields) @Describe(sorts('`createdAt`, newest first')) sortBy?: ContentSortField;
  @Sorts(contentSortFields) sort?: readonly SortKey<ContentSortField>[];
  @Filters(listAttributes.content) filter?: Condition;
  @ChosenFields(Object.keys(contentItemFields)) fields?: readonly string[];
  @Expands(['author', 'category', 'tags']) expand?: readonly string[];
}

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

export class PreviewBody {
  @LongText() @Describe('The Markdown to convert, at most 10 MB.') contentMd!: string;
}

/** @throws {HttpError} body-too-large */
export async function refuseLargeMarkdown({ contentMd }: { readonly contentMd?: string | null }): Promise<void> {
  if (await fitsInto(contentLimits.markdownBytes, contentMd ?? '')) return;
  throw new HttpError('body-too-large', `Markdown must not be larger than ${contentLimits.markdownBytes} bytes.`);
}
