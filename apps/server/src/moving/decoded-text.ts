import { createReadStream } from 'node:fs';
import { UnreadableFile } from './unreadable-file.ts';

/**
 * Decodes UTF-8 strictly: replacement characters would change texts without a message.
 * @throws {UnreadableFile}
 */
export const decoded = (bytes: Uint8Array): string => strictDecoder('utf-8')(bytes, false);

/**
 * Reads a file in pieces, decoded strictly.
 * @param encodingOf returns the encoding from the first bytes of the file. Default: UTF-8
 * @throws {UnreadableFile}
 */
export async function* decodedPieces(
  file: string,
  encodingOf: (start: Uint8Array) => string = () => 'utf-8',
): AsyncGenerator<string> {
  let decode: ReturnType<typeof strictDecoder> | undefined;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    decode ??= strictDecoder(encodingOf(chunk));
    yield decode(chunk, true);
  }
  if (decode !== undefined) yield decode(new Uint8Array(), false);
}

/**
 * Returns a function that decodes the next bytes of a text.
 * @param encoding a name of the Encoding Standard, such as `utf-8` or `windows-1252`
 * @throws {UnreadableFile} if the encoding is not known; the function throws it for bytes that are not in the encoding
 */
function strictDecoder(encoding: string): (bytes: Uint8Array, isContinued: boolean) => string {
  const decoder = orUnreadable(
    () => new TextDecoder(encoding, { fatal: true }),
    `The encoding ${JSON.stringify(encoding)} is not known.`,
  );
  return (bytes, stream) =>
    orUnreadable(() => decoder.decode(bytes, { stream }), `The file is not ${encoding.toUpperCase()}.`);
}

function orUnreadable<T>(act: () => T, message: string): T {
  try {
    return act();
  } catch (cause) {
    throw new UnreadableFile(message, { cause });
  }
}
