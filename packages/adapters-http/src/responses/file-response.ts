import type { ByteRange } from '@portcullis/application/internal/ports/media-files';
import { matchesEtag } from './etags.ts';
import { FileResponse, type ResponseHeaders } from './response-data.ts';

/** A stored file that can be sent completely or in part. */
export interface SentFile {
  readonly size: number;
  /** Identifies the bytes, without quotes. */
  readonly etag: string;
  readonly headers: ResponseHeaders;
  /** Opens the bytes, or a range of them. */
  readonly open: (range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | Uint8Array>;
}

/** The parts of a request that determine what is sent of a file. */
interface FileRequest {
  readonly isHead: boolean;
  /** Returns the value of a header, or an empty text. */
  readonly header: (name: string) => string;
}

/**
 * Returns the response to a request for a file: the file, the range that the client asks for, or only the headers if the
 * client has the file already (RFC 9110 §13 and §14).
 */
export function fileResponse({ size, etag, headers, open }: SentFile, { isHead, header }: FileRequest): FileResponse {
  const common = { ...headers, ETag: `"${etag}"`, 'Accept-Ranges': 'bytes' };
  if (matchesEtag(header('If-None-Match'), etag)) return new FileResponse(304, common);
  // Only GET has ranges (RFC 9110 §14.2).
  const range = isHead ? undefined : wantedRange(header, etag, size);
  if (range === undefined) return new FileResponse(200, { ...common, 'Content-Length': String(size) }, () => open());
  if (range === 'none') {
    // A shared cache would otherwise send this response to those who ask for the whole file.
    const uncached = { 'Cache-Control': 'no-store', 'Content-Length': '0' };
    const unsatisfied = { ...common, ...uncached, 'Content-Range': `bytes */${size}` };
    return new FileResponse(416, unsatisfied, async () => new Uint8Array());
  }
  const { start, end } = range;
  const partial = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) };
  return new FileResponse(206, { ...common, ...partial }, () => open(range));
}

/**
 * Returns the range that the client asks for, 'none' if the file has no such bytes, and undefined if the whole file is to
 * be sent: also if the client has a part of another file, or asks for several ranges.
 */
function wantedRange(header: FileRequest['header'], etag: string, size: number): ByteRange | 'none' | undefined {
  const condition = header('If-Range');
  if (condition !== '' && condition !== `"${etag}"`) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header('Range').replaceAll(' ', '')) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(size - Number(last), 0), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}
