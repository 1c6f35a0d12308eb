import type {
  MediaUsage,
  ReferringContent,
  ReferringEntry,
  ReferringRevision,
  ReferringWorkingCopy,
} from '@portcullis/application/internal/ports/media';
import {
  mediaLimits,
  type CoverView,
  type MediaVariantView,
  type MediaView,
} from '@portcullis/domain/internal/media/media';
import { mediaTypes, type MediaFocus } from '@portcullis/domain/internal/media/media-file';
import { contentStatuses } from '@portcullis/domain/internal/contents/schedule';
import { OfForm } from '../../validation/fields.ts';
import { acceptedBy } from '../../validation/json-schema.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';

const fraction = (description: string): Schema<number> => ({ type: 'number', minimum: 0, maximum: 1, description });

const focusFields: Fields<MediaFocus> = {
  x: fraction('The distance from the left side, as a fraction of the width.'),
  y: fraction('The distance from the upper side, as a fraction of the height.'),
};

const isFraction = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const isFocus = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  isFraction(value.x) &&
  isFraction(value.y);

const focusSchema: Schema<MediaFocus> = {
  ...schema.object<MediaFocus>(focusFields),
  [acceptedBy]: OfForm(
    schema.object<MediaFocus>(focusFields),
    isFocus,
    'be an object with the numbers x and y from 0 to 1',
  ),
};

const url = (description: string): Schema<string> => ({ type: 'string', format: 'uri-reference', description });

const variantSchema = schema.namedObject<MediaVariantView>('MediaVariant', {
  preset: schema.withDescription(schema.text, 'The name of the preset, which determines the size.'),
  url: url('The URL of the variant.'),
  width: schema.withDescription(schema.integerFrom(1), 'The width in pixels.'),
  height: schema.withDescription(schema.integerFrom(1), 'The height in pixels.'),
});

/** The fields of a file. Request classes use the descriptions of these fields. */
export const mediaFields: Fields<MediaView> = {
  id: schema.withDescription(schema.uuid(), 'The id of the file.'),
  name: schema.withDescription(
    schema.textOf(mediaLimits.name),
    'The name of the file, without characters that are unsafe in names.',
  ),
  type: schema.withDescription(schema.oneOf(mediaTypes), 'The kind of file.'),
  mime: schema.withDescription(schema.text, 'The media type, which was found in the bytes of the file.'),
  bytes: schema.withDescription(schema.count, 'The size in bytes.'),
  sha256: schema.withDescription(schema.text, 'SHA-256 of the stored bytes, in hexadecimal digits.'),
  width: schema.withDescription(
    schema.nullable(schema.integerFrom(1)),
    'The width in pixels; null if it is not known.',
  ),
  height: schema.withDescription(
    schema.nullable(schema.integerFrom(1)),
    'The height in pixels; null if it is not known.',
  ),
  duration: {
    type: ['number', 'null'],
    minimum: 0,
    description: 'The duration of video or sound in seconds; null if it is not known.',
  },
  thumbhash: schema.withDescription(
    schema.nullable(schema.text),
    'A tiny preview of a picture (ThumbHash) in base64, to show until the picture has been loaded.',
  ),
  alt: schema.withDescription(
    schema.nullable(schema.multiLineTextOf(mediaLimits.alt)),
    'Describes a picture for people who do not see it. Empty if the picture only decorates; null if it has not been written.',
  ),
  title: schema.withDescription(schema.nullable(schema.textOf(mediaLimits.title)), 'A title.'),
  folder: schema.withDescription(
    schema.nullable(schema.textOf(mediaLimits.folder)),
    'The folder: names with slashes between them, such as `press/2026`; null if the file is in no folder.',
  ),
  focus: schema.withDescription(
    schema.nullable(focusSchema),
    'The point of a picture that remains visible when the picture is cropped; null: the middle.',
  ),
  uploaderId: schema.withDescription(
    schema.nullable(schema.uuid()),
    'The id of the user who uploaded the file; null if this user was deleted.',
  ),
  url: url('The URL of the bytes, which never change.'),
  variants: schema.withDescription(
    schema.listOf(variantSchema),
    'Smaller copies of a picture, which are made after the upload in the background.',
  ),
  ...schema.versioned,
};

/** A file that contents can show. */
export const mediaSchema = schema.namedObject<MediaView>('Media', mediaFields);

/** The picture of a content. */
export const coverSchema = schema.namedObject<CoverView>(
  'Cover',
  schema.pick(mediaFields, 'url', 'alt', 'width', 'height', 'variants'),
);

const contentId = schema.withDescription(schema.uuid<ReferringContent['id']>(), 'The id of the content.');
const title = schema.withDescription(schema.text, 'The title of the content.');

const referringContent = schema.object<ReferringContent>({
  id: contentId,
  title,
  slug: schema.withDescription(schema.text, 'The slug of the content.'),
  status: schema.withDescription(schema.oneOf(contentStatuses), 'The status of the content.'),
});
const referringCopy = schema.object<ReferringWorkingCopy>({ contentId, title });
const referringRevision = schema.object<ReferringRevision>({
  contentId,
  title,
  version: schema.withDescription(schema.integerFrom(1), 'The version of the content.'),
});
const referringEntry = schema.object<ReferringEntry>({
  resource: schema.withDescription(schema.text, 'The name of the resource.'),
  id: schema.withDescription(schema.uuid<ReferringEntry['id']>(), 'The id of the entry.'),
  name: schema.withDescription(schema.text, 'The name of the entry.'),
});

/** What refers to a file. */
export const mediaUsageSchema: Schema<MediaUsage> = schema.namedObject<MediaUsage>('MediaUsage', {
  contents: schema.withDescription(schema.listOf(referringContent), 'The newest 100 contents that refer to the file.'),
  workingCopies: schema.withDescription(
    schema.listOf(referringCopy),
    'The newest 100 working copies that refer to the file.',
  ),
  revisions: schema.withDescription(
    schema.listOf(referringRevision),
    'The newest 100 revisions that refer to the file.',
  ),
  entries: schema.withDescription(
    schema.listOf(referringEntry),
    'The newest 100 entries of the resources of modules that refer to the file.',
  ),
  totals: schema.withDescription(
    schema.object<MediaUsage['totals']>({
      contents: schema.withDescription(schema.count, 'Number of contents.'),
      workingCopies: schema.withDescription(schema.count, 'Number of working copies.'),
      revisions: schema.withDescription(schema.count, 'Number of revisions.'),
      entries: schema.withDescription(schema.count, 'Number of entries of the resources of modules.'),
    }),
    'How many there are of each kind, including those that the caller may not read.',
  ),
});
