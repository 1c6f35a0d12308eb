import { categoryRoutes } from '@portcullis/adapters-http/internal/routes/categories';
import { contentBatchRoutes } from '@portcullis/adapters-http/internal/routes/content-batches';
import { contentScheduleRoutes } from '@portcullis/adapters-http/internal/routes/content-schedules';
import { contentRoutes } from '@portcullis/adapters-http/internal/routes/contents';
import { feedRoutes } from '@portcullis/adapters-http/internal/routes/feeds';
import { mediaRoutes } from '@portcullis/adapters-http/internal/routes/media';
import { mediaFileRoutes } from '@portcullis/adapters-http/internal/routes/media-files';
import { mediaUploadRoutes } from '@portcullis/adapters-http/internal/routes/media-uploads';
import { previewRoutes } from '@portcullis/adapters-http/internal/routes/previews';
import { revisionRoutes } from '@portcullis/adapters-http/internal/routes/revisions';
import { tagRoutes } from '@portcullis/adapters-http/internal/routes/tags';
import { workingCopyRoutes } from '@portcullis/adapters-http/internal/routes/working-copies';
import * as categories from '@portcullis/application/internal/categories/categories';
import * as changeContents from '@portcullis/application/internal/contents/change-contents';
import * as compareRevisions from '@portcullis/application/internal/contents/compare-revisions';
import * as contentBody from '@portcullis/application/internal/contents/content-body';
import * as contentStatus from '@portcullis/application/internal/contents/content-status';
import * as contents from '@portcullis/application/internal/contents/contents';
import * as previewLinks from '@portcullis/application/internal/contents/preview-links';
import * as revisions from '@portcullis/application/internal/contents/revisions';
import * as searchContents from '@portcullis/application/internal/contents/search-contents';
import * as workingCopies from '@portcullis/application/internal/contents/working-copies';
import * as checkMedia from '@portcullis/application/internal/media/check-media';
import * as deleteMedia from '@portcullis/application/internal/media/delete-media';
import * as makeVariants from '@portcullis/application/internal/media/make-variants';
import * as rebuildVariants from '@portcullis/application/internal/media/rebuild-variants';
import * as storeClaim from '@portcullis/application/internal/media/store-claim';
import * as sweepMedia from '@portcullis/application/internal/media/sweep-media';
import * as updateMedia from '@portcullis/application/internal/media/update-media';
import * as uploadMedia from '@portcullis/application/internal/media/upload-media';
import * as tags from '@portcullis/application/internal/tags/tags';
import { contentBodyLimits } from '../../config/limits.ts';
import { supply, type ModuleParts } from '../dependency-injection.ts';
import type { Installation } from '../ports.ts';
import { named } from './named.ts';

const longBodies = () => ({ bodyLimits: contentBodyLimits });

/** Contents, categories, tags, media and feeds. */
export const contentModules = [
  {
    useCases: named(
      [contents, contentStatus, contentBody, searchContents],
      'createContent',
      'updateContent',
      'publishContent',
      'changeContentStatus',
      'deleteContent',
      'previewContent',
      'indexContents',
    ),
    routes: [supply(contentRoutes, longBodies)],
  },
  {
    useCases: named([workingCopies], 'saveWorkingCopy', 'readWorkingCopy', 'discardWorkingCopy', 'publishWorkingCopy'),
    routes: [supply(workingCopyRoutes, longBodies)],
  },
  {
    useCases: named([previewLinks], 'createPreviewLink', 'listPreviewLinks', 'revokePreviewLink', 'readPreview'),
    routes: [previewRoutes],
  },
  {
    useCases: named(
      [revisions, compareRevisions],
      'listRevisions',
      'readRevision',
      'compareRevisions',
      'restoreContent',
      'removeOldRevisions',
    ),
    routes: [revisionRoutes],
  },
  { useCases: named([changeContents], 'changeContents'), routes: [contentBatchRoutes] },
  { useCases: named([contentStatus], 'scheduleContent', 'storeDueTransitions'), routes: [contentScheduleRoutes] },
  { useCases: named([categories], 'createCategory', 'updateCategory', 'deleteCategory'), routes: [categoryRoutes] },
  {
    useCases: named([tags], 'createTag', 'createTags', 'updateTag', 'deleteTag'),
    routes: [tagRoutes],
  },
  {
    useCases: named(
      [uploadMedia, updateMedia, deleteMedia, makeVariants, sweepMedia, checkMedia, rebuildVariants, storeClaim],
      'uploadMedia',
      'updateMedia',
      'deleteMedia',
      'makeVariants',
      'sweepMedia',
      'checkMedia',
      'rebuildVariants',
      'removeUnnamedVariants',
      'checkStoreClaim',
      'claimStore',
    ),
    routes: [mediaUploadRoutes, mediaRoutes, mediaFileRoutes],
  },
  { routes: [supply(feedRoutes, ({ config: { feedSite: site } }: Installation) => ({ site }))] },
] as const satisfies readonly ModuleParts[];
