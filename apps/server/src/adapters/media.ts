import { join } from 'node:path';
import { diskStore, localFiles, mediaInspector } from '@portcullis/adapters-media';
import type { LocalFiles, MediaInspector, MediaStore } from '@portcullis/application/internal/ports/media-files';
import type { Config } from '../config/config.ts';
import { importOptional, s3Package } from '../config/optional-packages.ts';

/** Where the bytes of files are stored, and what processes them. */
export interface MediaPorts {
  readonly mediaStore: MediaStore;
  readonly mediaInspector: MediaInspector;
  readonly localFiles: LocalFiles;
}

/** The exports of the optional package that stores files in a bucket. */
interface S3 {
  readonly s3Store: (options: {
    readonly bucket: string;
    readonly region: string;
    readonly endpoint?: string;
    readonly usesPathStyle: boolean;
    readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  }) => MediaStore & { readonly close: () => void };
}

/** A store that was opened by this process. */
interface OpenStore {
  readonly store: MediaStore;
  readonly closeStore: () => void;
}

/**
 * Opens the store that the configuration names.
 * @throws {ConfigError} if the store is a bucket, and the package for this is not installed
 */
export async function openStore(config: Config): Promise<OpenStore> {
  const { mediaStore, mediaS3Bucket: bucket, mediaS3Endpoint: endpoint } = config;
  if (mediaStore !== 's3' || bucket === undefined)
    return { store: diskStore(join(config.dataDir, 'media')), closeStore: () => undefined };
  const { mediaS3AccessKeyId: accessKeyId, mediaS3SecretAccessKey: secretAccessKey } = config;
  const { s3Store } = await importOptional<S3>(s3Package);
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

/**
 * Opens the store of files. The processes that decode pictures start when the first file is uploaded.
 * @throws {ConfigError} if files are stored in a bucket, and the package for this is not installed
 */
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
