import type { LongField } from '@portcullis/application/internal/ports/contents';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { sliceLength } from './text-slices.ts';

/** Returns the body of a successful response. */
export const success = (data: unknown) => ({
  code: 0,
  success: true,
  data,
  message: 'Success',
  timestamp: new Date().toISOString(),
});

const [beforeData = '', afterData = '', end = ''] = JSON.stringify({ ...success(null), timestamp: null }).split('null');

/** Returns the JSON of a successful response in two parts, which go before and after the JSON of `data`. */
export const successEnvelopeParts = (): readonly [before: string, after: string] => [
  beforeData,
  `${afterData}"${new Date().toISOString()}"${end}`,
];

/** Headers by name. A header with several values is sent several times. */
export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

/** A response without the envelope, such as a page or a document in a standard format. */
export class RawResponse {
  readonly body: Buffer;
  readonly headers: ResponseHeaders;

  /** The HTTP status. If it is undefined, the response has the status of the route. */
  readonly status: number | undefined;

  constructor(body: Buffer, headers: ResponseHeaders, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** Data that is sent many times but serialized only once. Its bytes are copied into each response. */
export class SerializedJson<T> {
  readonly bytes: Buffer;

  constructor(data: T) {
    this.bytes = Buffer.from(JSON.stringify(data));
  }
}

/** Data without a `version` field, together with the version number of the resource to which the data belongs. */
export class WithVersion<T> {
  readonly data: T;
  readonly version: number;

  constructor(data: T, version: number) {
    this.data = data;
    this.version = version;
  }
}

/** Data whose response has one of the `otherStatuses` of the route. */
export class WithStatus<T> {
  readonly data: T;
  readonly status: number;

  constructor(data: T, status: number) {
    this.data = data;
    this.status = status;
  }
}

/** The bytes of a stored file, or the answer to a conditional request for them. The headers are complete. */
export class FileResponse {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: ResponseHeaders;
  /** Opens the bytes. Absent if the response has no body. */
  readonly open: (() => Promise<AsyncIterable<Uint8Array> | Uint8Array>) | undefined;

  constructor(status: FileResponse['status'], headers: ResponseHeaders, open?: FileResponse['open']) {
    this.status = status;
    this.headers = headers;
    this.open = open;
  }
}

/** Returns the `version` field of the data, or undefined if there is none. */
export function versionIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('version' in data)) return undefined;
  return typeof data.version === 'number' ? data.version : undefined;
}

/** Data with a stored version that serves as the ETag. Reading the version is cheaper than hashing the JSON. */
export class WithEtag<T> {
  /** The version in ASCII, without quotes, used as the ETag. */
  readonly version: string;
  /** May be undefined if the client already has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length > sliceLength;

export const isLongField = (value: unknown): value is LongField =>
  typeof value === 'object' && value !== null && 'pieces' in value && typeof value.pieces === 'function';

/**
 * Returns true if the data must be sent in pieces, because serializing it in one step could block the event loop. Only
 * the top-level values are checked, because nested values are never long.
 */
export function isLarge(data: unknown): data is Fields {
  if (typeof data !== 'object' || data === null) return false;
  for (const value of Object.values(data)) {
    if (typeof value === 'object' ? value instanceof Utf8Text || isLongField(value) : isLongText(value)) return true;
  }
  return false;
}

/** Returns true if all members of a large response are in memory, so that nothing has to be read from the store. */
export const isFullyInMemory = (data: Fields): boolean => !Object.values(data).some(isLongField);

/**
 * Maximum length, in UTF-16 units, of a text whose exact size in bytes is computed. The size of a longer text is only
 * estimated, because counting the bytes of 10 MB takes 20 ms.
 */
const countedLength = 1024 * 1024;

const textBytes = (text: string): number => (text.length > countedLength ? text.length : Buffer.byteLength(text));

/**
 * Returns the total size of the long members of a large response, in bytes. In a text longer than `countedLength`, each
 * UTF-16 unit counts as one byte.
 */
export const totalBytesOf = (data: Fields): number =>
  Object.values(data)
    .map((value) => {
      if (isLongText(value)) return textBytes(value);
      if (value instanceof Utf8Text) return value.bytes.length;
      return isLongField(value) ? value.bytes : 0;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
