import { createReadStream } from 'node:fs';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Decodes bytes strictly: replacement characters would change texts without a message.
 * @param encoding a name of the Encoding Standard, such as `utf-8` or `windows-1252`
 * @throws {UnreadableFile}
 */
export function decoded(bytes: Uint8Array, encoding = 'utf-8'): string {
  try {
    return decoderOf(encoding).decode(bytes);
  } catch (error) {
    throw notEncoded(encoding, error);
  }
}

/**
 * Reads a file in pieces, decoded strictly.
 * @param encodingOf returns the encoding from the first bytes of the file. Default: UTF-8
 * @throws {UnreadableFile}
 */
export async function* decodedPieces(
  file: string,
  encodingOf: (start: Uint8Array) => string = () => 'utf-8',
): AsyncGenerator<string> {
  let decoder: ReturnType<typeof decoderOf> | undefined;
  let encoding = 'utf-8';
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (decoder === undefined) {
      encoding = encodingOf(chunk);
      decoder = decoderOf(encoding);
    }
    try {
      yield decoder.decode(chunk, { stream: true });
    } catch (error) {
      throw notEncoded(encoding, error);
    }
  }
  try {
    yield decoder?.decode() ?? '';
  } catch (error) {
    throw notEncoded(encoding, error);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new UnreadableFile(`The encoding ${JSON.stringify(encoding)} is not known.`);
  }
}

const notEncoded = (encoding: string, cause: unknown): Error =>
  cause instanceof UnreadableFile ? cause : new UnreadableFile(`The file is not ${encoding.toUpperCase()}.`);
