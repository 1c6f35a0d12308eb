import { viewMedia } from '@portcullis/domain/internal/media/media';
import { multipartMedia } from '../../body/multipart-body.ts';
import type { BodyLimits } from '../../body/receive-body.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import type { MediaSite } from '../../responses/content-covers.ts';
import { WithStatus } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { DocumentedAs } from '../../validation/service-fields.ts';
import { requestOf } from '../../validation/request.ts';
import { readBody } from '../../validation/validate.ts';
import { editorsOr } from '../access/access.ts';
import { route, type Route } from '../route.ts';
import { mediaFields, mediaSchema } from '../schemas/media.ts';
import type { UseCases } from '../use-cases.ts';

/** The texts in the form of an upload. */
class MediaTexts extends requestOf(mediaFields, 'alt?', 'title?', 'folder?') {}

class MediaForm extends MediaTexts {
  @DocumentedAs({ type: 'string', format: 'binary' }) @Describe('The file.') file!: unknown;
}

type UploadRouteDependencies = UseCases<'uploadMedia'> &
  MediaSite & {
    /** Limits on the whole body of an upload. */
    readonly mediaBodyLimits: BodyLimits;
    readonly uploadLimit: Limit;
  };

/** The route with which files are uploaded (docs/interface.md §4.15). */
export const mediaUploadRoutes = (deps: UploadRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/media',
    operation: 'uploadMedia',
    // Repeating the request has no effect, because the service recognises the bytes.
    idempotencyKey: 'ignored',
    summary: 'Upload a file',
    description:
      'The type of the file is found in its bytes: its name and `Content-Type` do not matter. Pictures are written again without metadata. If the caller has uploaded the same bytes before, the stored file is returned. A picture can have 100 million pixels, but in WebP 40 million (31 million with transparent parts) and in AVIF 22 million, because their decoders need up to 19.5 bytes of memory for each pixel. The transfer may last as long as at least 8 KB arrive per second.',
    access: 'authorized',
    ...editorsOr('media.manage'),
    status: 201,
    otherStatuses: { 200: 'The caller has uploaded these bytes before.' },
    limit: deps.uploadLimit,
    bodyLimits: deps.mediaBodyLimits,
    bodyMedia: multipartMedia,
    form: MediaForm,
    isVersioned: true,
    data: mediaSchema,
    refuses: ['media-type-unsupported', 'media-unreadable', 'media-too-large', 'media-quota-exceeded', 'media-busy'],
    handle: async ({ form: { announcedBytes, receive }, caller, reach }) => {
      const { media: stored, isNew } = await deps.uploadMedia({
        actor: caller,
        announcedBytes,
        receive: async (folder) => {
          const { file, fields } = await receive(folder);
          return { file, ...readBody(MediaTexts, fields) };
        },
        reach: (await reach('media.manage'))?.changes,
      });
      const view = viewMedia(deps.mediaOrigin, stored);
      return isNew ? view : new WithStatus(view, 200);
    },
  }),
];
