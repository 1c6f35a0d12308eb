import type { LongField } from '@portcullis/application';
import { Utf8Text } from '@portcullis/domain';
import { successAround } from './envelope.ts';
import { nextTurn } from './one-at-a-time.ts';
import { sliceLength, slicesOfText, slicesOfUtf8 } from './text-slices.ts';

type Fields = Readonly<Record<string, unknown>>;

const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length > sliceLength;

const isLongField = (value: unknown): value is LongField =>
  typeof value === 'object' && value !== null && 'pieces' in value && typeof value.pieces === 'function';

const isObject = (data: unknown): data is Fields => typeof data === 'object' && data !== null;

/** Whether writing an answer at once would hold everybody up. Long texts are members of the answer itself: lists have none. */
export const isLarge = (data: unknown): data is Fields =>
  isObject(data) &&
  Object.values(data).some((value) => isLongText(value) || value instanceof Utf8Text || isLongField(value));

/** Whether a large answer is in memory, all of it. */
export const isHeld = (data: Fields): boolean => !Object.values(data).some(isLongField);

/** The bytes of a text longer than this, in UTF-16 units, are not counted: that would take 20 ms for 10 MB. */
const countedLength = 1024 * 1024;

const textBytes = (text: string): number => (text.length > countedLength ? text.length : Buffer.byteLength(text));

/** How many bytes the long members of a large answer have; at least so many where a text is very long. */
export const bytesOf = (data: Fields): number =>
  Object.values(data)
    .map((value) => {
      if (isLongText(value)) return textBytes(value);
      if (value instanceof Utf8Text) return value.bytes.length;
      return isLongField(value) ? value.bytes : 0;
    })
    .reduce((sum, bytes) => sum + bytes, 0);

/**
 * Reads the beginning of the first long field, so that what is wrong with it is known before the answer begins.
 * @throws {ContentChanged}
 * @throws {StoreFailure}
 */
export async function begun(data: Fields): Promise<Fields> {
  const [name, field] = Object.entries(data).find((entry): entry is [string, LongField] => isLongField(entry[1])) ?? [];
  if (name === undefined || field === undefined) return data;
  const rest = field.pieces()[Symbol.asyncIterator]();
  const first = await rest.next();
  async function* pieces(): AsyncGenerator<string> {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  }
  return { ...data, [name]: { ...field, pieces } };
}

/** The body of the success, made as it is sent: byte for byte what would be written at once. */
export async function* largeAnswer(data: Fields): AsyncGenerator<string> {
  const [before, after] = successAround();
  yield before;
  yield* piecesOf(data);
  yield after;
}

/** The JSON of an object, each piece short or a slice of a long text. */
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

/** Texts as one JSON string, with room for other work before each slice: fast readers would leave none. */
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
