import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { successAround } from './envelope.ts';

/** A text longer than this is written in slices of as much, in UTF-16 units. A slice takes a millisecond or two. */
const sliceLength = 64 * 1024;

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > sliceLength;

/** Whether writing an answer at once would hold everybody up. Long texts are members of the answer itself: lists have none. */
export const isLarge = (data: unknown): data is object =>
  typeof data === 'object' && data !== null && Object.values(data).some(isLong);

/** The body of the success, made as it is sent: byte for byte what would be written at once. */
export const largeAnswer = (data: object): Readable => Readable.from(unhurried(successOf(data)));

function* successOf(data: object): Generator<string> {
  const [before, after] = successAround();
  yield before;
  yield* piecesOf(data);
  yield after;
}

/** Leaves room for others after each piece: a client that reads as fast as it is written to would leave none. */
async function* unhurried(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}

/** The JSON of an object, each piece short or a slice of a long text. */
export function* piecesOf(value: object): Generator<string> {
  let separator = '';
  yield '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (isLong(member)) yield* slicesOf(member);
    else yield JSON.stringify(member);
    separator = ',';
  }
  yield '}';
}

function* slicesOf(text: string): Generator<string> {
  yield '"';
  let start = 0;
  while (start < text.length) {
    let end = start + sliceLength;
    // The halves of a character stay together: JSON has a spelling of its own for one alone.
    if (isFirstHalf(text.charCodeAt(end - 1))) end -= 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
