import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile } from '@portcullis/application/internal/ports/media-files';
import { HttpError, validationFailed } from '../responses/http-error.ts';
import type { ReceivedForm, ReceiveForm } from './multipart-body.ts';
import { malformedForm } from './receive-body.ts';

/** Maximum number of fields besides the file, and maximum size of their names and texts in bytes. */
const limits = { fields: 16, fieldNameSize: 64, fieldSize: 16 * 1024, headerPairs: 32 };

const fileField = 'file';

const tooLarge = (maxBytes: number): HttpError =>
  new HttpError('body-too-large', `A file must not be larger than ${maxBytes} bytes.`);

const missing = (): HttpError => validationFailed([{ field: fileField, message: `${fileField} must be a file` }]);

/**
 * Returns a function that receives a form while it arrives: the file is written to a folder and never completely in
 * memory. The form must have one file, in the field `file`.
 */
export const formReceiver =
  (maxFileBytes: number): ReceiveForm =>
  async (request, folder) => {
    const parser = parserOf(request, maxFileBytes);
    let file: Promise<ReceivedFile> | undefined;
    const form = new Promise<ReceivedForm>((resolve, reject) => {
      const fields = new Map<string, string>();
      let stream: BusboyFileStream | undefined;
      const fail = (error: Error): void => {
        request.unpipe(parser);
        stream?.destroy(error);
        parser.destroy();
        reject(error);
      };
      parser.on('field', (name, text, isNameCut, isTextCut) => {
        if (isNameCut || isTextCut || fields.has(name)) fail(malformedForm());
        else fields.set(name, text);
      });
      // A part without a file name has none, although the types of the parser say otherwise.
      parser.on('file', (name, received, sentName: string | undefined) => {
        if (name !== fileField) {
          received.resume();
          fail(malformedForm());
          return;
        }
        stream = received;
        file = storeFile(received, folder, sentName ?? '');
        received.once('limit', () => fail(tooLarge(maxFileBytes)));
        file.catch(fail);
      });
      for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit']) parser.on(event, () => fail(malformedForm()));
      parser.on('error', () => fail(malformedForm()));
      parser.on('finish', () => {
        if (file === undefined) reject(missing());
        else file.then((received) => resolve({ file: received, fields: Object.fromEntries(fields) }), reject);
      });
      // Also emitted for a body that is not valid HTTP, whose rest will never arrive.
      request.once('aborted', () => fail(malformedForm()));
      request.pipe(parser);
    });
    try {
      return await form;
    } finally {
      // The caller removes the folder, so the file must not be written to any more.
      await Promise.allSettled([file]);
    }
  };

function parserOf({ headers }: IncomingMessage, fileSize: number): BusboyInstance {
  const { 'content-type': type = '' } = headers;
  try {
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: { ...limits, files: 1, fileSize } });
  } catch {
    // The header has no boundary.
    throw malformedForm();
  }
}

/** Writes a file, and computes its size and hash meanwhile. */
async function storeFile(stream: BusboyFileStream, folder: string, name: string): Promise<ReceivedFile> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await pipeline(stream, counted, createWriteStream(path, { flags: 'wx' }));
  return { path, name, bytes, sha256: hash.digest('hex') };
}
