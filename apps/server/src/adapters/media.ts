import { join } from 'node:path';
import { diskStore, localFiles, mediaInspector } from '@portcullis/adapters-media';
import type { LocalFiles, MediaInspector, MediaStore } from '@portcullis/application/internal/ports/media-files';
import type { Config } from '../config/config.ts';

/** Where the bytes of files are stored, and what processes them. */
export interface MediaPorts {
  readonly mediaStore: MediaStore;
  readonly mediaInspector: MediaInspector;
  readonly localFiles: LocalFiles;
}

/** A store that was opened by this process. */
interface OpenStore {
  readonly store: MediaStore;
  readonly closeStore: () => void;
}

/** Opens the store that the configuration names. */
export async function openStore(config: Config): Promise<OpenStore> {
  const { mediaStore, mediaS3Bucket: bucket, mediaS3Endpoint: endpoint } = config;
  if (mediaStore !== 's3' || bucket === undefined)
    return { store: diskStore(join(config.dataDir, 'media')), closeStore: () => undefined };
  const { mediaS3AccessKeyId: accessKeyId, mediaS3SecretAccessKey: secretAccessKey } = config;
  const { s3Store } = await import('./s3-store.ts');
  const store = s3Store({
    bucket,
    region: config.mediaS3Region,
    usesPathStyle: config.mediaS3PathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  });
  return { store, closeStore: store.close };
}

/** Opens the store of files. The processes that decode pictures start when the first file is uploaded. */
export async function openMedia(config: Config): Promise<MediaPorts & { readonly closeMedia: () => Promise<void> }> {
  const { store, closeStore } = await openStore(config);
  const inspector = mediaInspector({ formats: config.mediaFormats, acceptsSvg: config.mediaSvg === 'raster' });
  return {
    mediaStore: store,
    mediaInspector: inspector,
    localFiles: localFiles(join(config.dataDir, 'uploads')),
    closeMedia: async () => {
      await inspector.close();
      closeStore();
    },
  };
}
