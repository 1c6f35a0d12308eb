import type { ContentInBin } from '@portcullis/application/internal/contents/removed-contents';
import type { Shown } from '../../responses/content-covers.ts';
import * as schema from '../../validation/schema.ts';
import { contentItemFields } from './contents.ts';

/** A content in the bin. */
export const removedContentSchema = schema.namedObject<Shown<ContentInBin>>('RemovedContent', {
  ...contentItemFields,
  removedAt: schema.withDescription(schema.timestamp, 'When the content was deleted, in UTC.'),
  removedBy: schema.withDescription(schema.nullable(schema.uuid()), 'The id of the user who deleted the content.'),
  removedByName: schema.withDescription(
    schema.nullable(schema.text),
    'The user name of this user. Null if the account was deleted.',
  ),
  expiresAt: schema.withDescription(schema.timestamp, 'When the content is removed for good, in UTC.'),
});
