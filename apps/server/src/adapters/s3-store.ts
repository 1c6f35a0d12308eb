import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import {
  MediaStoreFailure,
  type MediaStore,
  type StoredObject,
} from '@portcullis/application/internal/ports/media-files';

/** Where the bucket is, and how the service is authenticated. */
export interface S3StoreOptions {
  readonly bucket: string;
  readonly region: string;
  /** The URL of a service other than AWS, such as `https://s3.example.com`. */
  readonly endpoint?: string;
  /** Whether the bucket is in the path of URLs, and not in their host. Many services other than AWS need this. */
  readonly usesPathStyle?: boolean;
  /** The access key. By default, the role of the machine or container is used, or the configuration of AWS tools. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Maximum time until a connection is open, and until the service sends something, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** A store with connections, which `close` closes. */
export interface ClosableStore extends MediaStore {
  readonly close: () => void;
}

const ignore = (): void => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const markKey = 'store-id';
/** Keys of files begin with an id. The key of the mark does not. */
const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\//;

/**
 * Creates a store in a bucket of a service that is compatible with S3. The service makes an object readable only when it
 * has received all of its bytes.
 * @example
 * const options: S3StoreOptions = { bucket: 'media', region: 'eu-central-1' };
 * const store: ClosableStore = s3Store(options);
 * const read = (id: string) => store.read(`${id}/original`);
 */
export function s3Store({
  bucket: Bucket,
  endpoint,
  credentials,
  region,
  usesPathStyle = false,
  timeoutMs = 10_000,
}: S3StoreOptions): ClosableStore {
  const client = new S3Client({
    region,
    forcePathStyle: usesPathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    // By default, the client writes to the console. All of its errors are thrown.
    logger: silent,
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
    // By default, the client adds checksums that services other than AWS refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const put = (Key: string, Body: Readable | string, ContentLength: number) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
  const get = (Key: string, Range?: string) =>
    client.send(new GetObjectCommand({ Bucket, Key, ...(Range !== undefined && { Range }) })).catch(undefinedIfMissing);

  const removeKey = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };

  const pageOf = (prefix: string, after: string) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter: after }));

  async function* list(prefix = ''): AsyncIterable<StoredObject> {
    for (let after = '', isTruncated = true; isTruncated; ) {
      const page = await requesting(() => pageOf(prefix, after));
      for (const { Key: key = '', Size: size = 0, LastModified: writtenAt = new Date(0) } of page.Contents ?? []) {
        if (keyForm.test(key)) yield { key, size, writtenAt };
        after = key;
      }
      isTruncated = page.IsTruncated === true;
    }
  }

  return {
    write: (key, path) =>
      requesting(async () => {
        const { size } = await stat(path);
        await put(key, createReadStream(path), size);
      }),
    read: (key, range) =>
      requesting(async () => {
        const found = await get(key, range && `bytes=${range.start}-${range.end}`);
        if (found === undefined) return undefined;
        const { Body, ContentLength = 0, ContentRange } = found;
        if (!(Body instanceof Readable)) throw new MediaStoreFailure('The bucket has sent no bytes.');
        return { size: totalOf(ContentRange) ?? ContentLength, bytes: Body };
      }),
    remove: (id) =>
      requesting(async () => {
        for await (const { key } of list(`${id}/`)) await removeKey(key);
      }),
    removeKey: (key) => requesting(() => removeKey(key)),
    list: (id) => list(id && `${id}/`),
    mark: {
      read: () => requesting(async () => (await get(markKey))?.Body?.transformToString()),
      write: (text) =>
        requesting(async () => {
          await put(markKey, text, Buffer.byteLength(text));
        }),
    },
    close: () => client.destroy(),
  };
}

/** Returns the size of the whole object from a header such as `bytes 0-9/200`. */
const totalOf = (contentRange: string | undefined): number | undefined =>
  contentRange === undefined ? undefined : Number(contentRange.slice(contentRange.lastIndexOf('/') + 1));

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof NoSuchKey) return undefined;
  throw error;
}

/** Converts the errors of the client: the service refuses a request or cannot be reached. */
async function requesting<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof MediaStoreFailure || !(error instanceof Error)) throw error;
    const reason = error instanceof S3ServiceException ? `${error.name}: ${error.message}` : error.message;
    throw new MediaStoreFailure(`The bucket of uploaded files cannot be used: ${reason}`, { cause: error });
  }
}
