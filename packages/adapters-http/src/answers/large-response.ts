import type { LongField } from '@portcullis/application';
import { Utf8Text } from '@portcullis/domain';
import { successEnvelopeParts } from './envelope.ts';
import { nextTurn } from './next-turn.ts';
import { sliceLength, slicesOfText, slicesOfUtf8 } from './text-slices.ts';

type Fields = Readonly<Record<string, unknown>>;

const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length > sliceLength;

const isLongField = (value: unknown): value is LongField =>
  typeof value === 'object' && value !== null && 'pieces' in value && typeof value.pieces === 'function';

/**
 * Returns true if the data must be sent in pieces, because serializing it in one step could block the event loop. Only
 * the top-level values are checked, because nested values are never long.
 */
export function isLarge(data: unknown): data is Fields {
  if (typeof data !== 'object' || data === null) return false;
  for (const value of Object.values(data)) {
    if (isLongText(value) || value instanceof Utf8Text || isLongField(value)) return true;
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

/**
 * Reads the first piece of the first long field before the response begins. If reading fails, an error response can
 * still be sent.
 * @throws {ContentChanged}
 * @throws {StoreFailure}
 */
export async function withFirstPiece(data: Fields): Promise<Fields> {
  const [name, field] = Object.entries(data).find((entry): entry is [string, LongField] => isLongField(entry[1])) ?? [];
  if (name === undefined || field === undefined) return data;
  const rest = field.pieces()[Symbol.asyncIterator]();
  const first = await rest.next();
  async function* pieces(): AsyncGenerator<string> {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  }
  return { ...data, [name]: { ...field, pieces } };
}

/**
 * Yields the body of a successful response in pieces. The result has the same bytes as a body that is serialized in one
 * step.
 */
export async function* largeResponse(data: Fields): AsyncGenerator<string> {
  const [before, after] = successEnvelopeParts();
  yield before;
  yield* piecesOf(data);
  yield after;
}

/** Yields the JSON of an object in pieces. A long text is split into slices. */
export async function* piecesOf(value: Fields): AsyncGenerator<string> {
  let separator = '';
  yield '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (isLongField(member)) yield* fieldOf(member);
    else if (isLongText(member)) yield* quoted([member]);
    else if (member instanceof Utf8Text) yield* quoted(slicesOfUtf8(member));
    else yield JSON.stringify(member);
    separator = ',';
  }
  yield '}';
}

async function* fieldOf({ format, pieces }: LongField): AsyncGenerator<string> {
  if (format === 'text') yield* quoted(pieces());
  else yield* pieces();
}

/**
 * Yields texts as one JSON string. Other requests can run before each slice, even if the client reads so fast that
 * writing never waits.
 */
async function* quoted(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield '"';
  for await (const text of texts) {
    for (const slice of slicesOfText(text)) {
      await nextTurn();
      yield JSON.stringify(slice).slice(1, -1);
    }
  }
  yield '"';
}
