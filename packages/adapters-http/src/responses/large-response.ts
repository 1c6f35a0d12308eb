import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { LongField } from '@portcullis/application/internal/ports/contents';
import { nextTurn, slicesOfText, slicesOfUtf8 } from './text-slices.ts';
import { type Fields, isLongField, isLongText, successEnvelopeParts } from './response-data.ts';

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
