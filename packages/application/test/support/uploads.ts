import type { Upload, UploadMediaInput } from '../../src/media/upload-media.ts';
import { hashOf } from '@portcullis/testing/internal/fakes';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';

/** The dependencies of an upload without a limit on the stored bytes. */
export const unlimited = {
  mediaQuota: { all: Number.POSITIVE_INFINITY, perUploader: Number.POSITIVE_INFINITY },
  mediaWakeUp: { wake: () => undefined },
};

/** Receives a file with this text. */
export const receiving =
  (
    { localFiles }: Pick<InMemoryWorld, 'localFiles'>,
    content: string,
    { name = 'Bridge.png', ...texts }: { readonly name?: string } & Omit<Upload, 'file'> = {},
  ): UploadMediaInput['receive'] =>
  async (folder) => {
    const path = localFiles.put(`${folder}/received`, content);
    return { file: { path, name, bytes: content.length, sha256: hashOf(content) }, ...texts };
  };
