import type { ImportedContent } from '@portcullis/application/internal/imports/import-contents';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import { categoryLimits } from '@portcullis/domain/internal/contents/category';
import { contentLimits, editorTypes, type EditorType } from '@portcullis/domain/internal/contents/content';
import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { contentStatuses, type ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { slugRule } from '@portcullis/domain/internal/names/slug';
import { tagLimits } from '@portcullis/domain/internal/contents/tag';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import {
  LongText,
  MultiLine,
  Nullable,
  OneLine,
  OneOf,
  Optional,
  Text,
  TextList,
  Timestamp,
} from '../../validation/fields.ts';
import { fieldsOf, isObject, validate } from '../../validation/validate.ts';
import { dateOrNull } from '../../validation/checks.ts';
import { readImportedRow } from './imported-rows.ts';
import { importLimits } from './imported-users.ts';

class ImportedCategory {
  @OneLine(categoryLimits.name) name!: string;
  @Nullable() @OneLine(slugRule) slug?: string | null;
}

class ImportedContentFields {
  @OneLine(importLimits.sourceId) sourceId!: string;
  @OneLine(contentLimits.title) title!: string;
  @Nullable() @OneLine(slugRule) slug?: string | null;
  @Nullable() @MultiLine(contentLimits.summary) summary?: string | null;
  @Optional() @OneOf(editorTypes) editorType?: EditorType;
  @Nullable() @LongText() contentMd?: string | null;
  @Nullable() @LongText() contentHtml?: string | null;
  @Nullable() @LongText() contentRaw?: string | null;
  @Optional() @OneOf(contentStatuses) status?: ContentStatus;
  @Nullable() @Timestamp() createdAt?: string | null;
  @Nullable() @Timestamp() updatedAt?: string | null;
  @Nullable() @Timestamp() publishedAt?: string | null;
  @Nullable() @Timestamp() publishAt?: string | null;
  @Nullable() @Timestamp() unpublishAt?: string | null;
  /** The user name or e-mail address of the author. */
  @Nullable() @Text(userLimits.login) author?: string | null;
  @Optional() @TextList(tagLimits.name, tagLimits.batch) tags?: string[];
  /** The address of the picture. */
  @Nullable() @Text({ min: 1, max: 2000 }) cover?: string | null;
}

const names = [...fieldsOf(ImportedContentFields).map(({ name }) => name), 'category'];

/**
 * Reads a content of an imported file. `category` is the path of categories from the root. An unknown field is an error,
 * because it may be a misspelt name.
 */
export function readImportedContent(row: number, input: unknown): ImportedRow<ImportedContent> {
  const { category, errors } = readCategory(isObject(input) && 'category' in input ? input.category : []);
  const read = readImportedRow({ fields: ImportedContentFields, names }, row, input, errors);
  if (!('valid' in read)) return read;
  const { sourceId, createdAt, updatedAt, publishedAt, publishAt, unpublishAt, ...fields } = read.valid;
  return {
    row,
    sourceId,
    value: {
      title: fields.title,
      slug: fields.slug ?? null,
      summary: fields.summary ?? null,
      editorType: fields.editorType ?? 'MARKDOWN',
      contentMd: fields.contentMd ?? null,
      contentHtml: fields.contentHtml ?? null,
      contentRaw: fields.contentRaw ?? null,
      status: fields.status ?? 'DRAFT',
      author: fields.author ?? null,
      tags: fields.tags ?? [],
      cover: fields.cover ?? null,
      category,
      createdAt: dateOrNull(createdAt),
      updatedAt: dateOrNull(updatedAt),
      publishedAt: dateOrNull(publishedAt),
      publishAt: dateOrNull(publishAt),
      unpublishAt: dateOrNull(unpublishAt),
    },
  };
}

function readCategory(input: unknown): {
  readonly category: ImportedContent['category'];
  readonly errors: readonly FieldError[];
} {
  if (!Array.isArray(input)) return { category: [], errors: [{ field: 'category', message: 'This must be a list.' }] };
  const read = input.map((each: unknown) => validate(ImportedCategory, isObject(each) ? each : { name: each }));
  return {
    category: read.map(({ value }) => ({ name: value.name, slug: value.slug ?? null })),
    errors: read.flatMap(({ errors }, index) =>
      errors.map(({ field, message }) => ({ field: `category[${index}].${field}`, message })),
    ),
  };
}
