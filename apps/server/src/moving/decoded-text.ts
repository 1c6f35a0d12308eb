import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { UnreadableFile } from '@portcullis/adapters-http/internal/routes/imports/unreadable-file';

/** How the bytes of a file become text. */
export interface Encoding {
  /** A name of the Encoding Standard, such as `windows-1252`. Default: the encoding that the file declares, or UTF-8. */
  readonly encoding?: string | undefined;
}

const marks: readonly (readonly [mark: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

const encodingOf = (start: Uint8Array, given: string): string => {
  const hex = Buffer.from(start.subarray(0, 3)).toString('hex');
  return marks.find(([mark]) => hex.startsWith(mark))?.[1] ?? given;
};

/**
 * Decodes a text strictly: replacement characters would change texts without a message.
 * @throws {UnreadableFile}
 */
export const decoded = (bytes: Uint8Array, { encoding = 'utf-8' }: Encoding): string =>
  strictDecoder(encodingOf(bytes, encoding), 'The file')(bytes, false);

/**
 * Reads a file in pieces, decoded strictly.
 * @param declared returns the encoding that the first bytes of the file declare
 * @throws {UnreadableFile}
 */
export async function* decodedPieces(
  file: string,
  { encoding }: Encoding,
  declared: (start: Uint8Array) => string = () => 'utf-8',
): AsyncGenerator<string> {
  let decode: ReturnType<typeof strictDecoder> | undefined;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    decode ??= strictDecoder(encodingOf(chunk, encoding ?? declared(chunk)), basename(file));
    yield decode(chunk, true);
  }
  if (decode !== undefined) yield decode(new Uint8Array(), false);
}

/**
 * Returns a function that decodes the next bytes of a text.
 * @throws {UnreadableFile} if the encoding is not known; the function throws it for bytes that are not in the encoding
 */
function strictDecoder(encoding: string, file: string): (bytes: Uint8Array, isContinued: boolean) => string {
  const decoder = orUnreadable(
    () => new TextDecoder(encoding, { fatal: true }),
    `The encoding ${JSON.stringify(encoding)} is not known.`,
  );
  return (bytes, stream) =>
    orUnreadable(
      () => decoder.decode(bytes, { stream }),
      `${file} is not ${encoding.toUpperCase()}. --encoding names another encoding.`,
    );
}

function orUnreadable<T>(act: () => T, message: string): T {
  try {
    return act();
  } catch (cause) {
    throw new UnreadableFile(message, { cause });
  }
}
