import { aMediaFile } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import type { ApiResponse } from '../support/api.ts';
import { unknownId } from '../support/field-kinds.ts';
import { mediaQuota } from '../support/routes.ts';
import { upload } from '../support/uploads.ts';
import { unique } from '../support/service.ts';
import type { ErrorCase, ErrorService } from './error-case.ts';

/** Errors of the routes for files. */
export const mediaErrors = {
  'media-not-found': [404, 1201, 'This file does not exist.', null, ({ admin }) => admin.get(`/media/${unknownId}`)],
  'media-quota-exceeded': [
    413,
    1013,
    'There is no space left for files. Ask an administrator.',
    null,
    async ({ admin, world }) => {
      const file = aMediaFile({ bytes: mediaQuota });
      await given(world, { media: [file] });
      const response = await upload(admin, 'picture 8x8');
      await world.run((tx) => tx.media.remove(file.id));
      return response;
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;

/** The refusals of files, each with a request. The fake inspector refuses files that begin with the name of a refusal. */
export const refusedFiles: readonly (readonly [
  reason: string,
  route: string,
  request: (service: ErrorService) => Promise<ApiResponse<unknown>>,
])[] = [
  ...(['media-type-unsupported', 'media-unreadable', 'media-too-large', 'media-busy'] as const).map(
    (reason) => [reason, 'POST /media', ({ admin }: ErrorService) => upload(admin, `${reason} ${unique()}`)] as const,
  ),
  [
    'media-in-use',
    'DELETE /media/:id',
    async ({ admin, created, world }) => {
      const file = aMediaFile();
      await given(world, { media: [file] });
      await created('/contents', { title: unique(), contentMd: `![](/media/${file.id}/${file.fileName})` });
      return admin.delete(`/media/${file.id}`);
    },
  ],
];
