import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { HttpError } from '../responses/http-error.ts';
import { nextTurn } from '../responses/text-slices.ts';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { isEncoded, readBytes, readErrorOf, receiveBody, type BodyLimits } from './receive-body.ts';

/**
 * Maximum size of a body that koa-bodyparser decodes in the main thread, in bytes. Decoding a body of this size takes
 * about 10 ms.
 */
const largeBytes = 1024 * 1024;

/**
 * Returns the function that reads and decodes the JSON body of a request. An empty body counts as `{}`. Each piece of
 * the body is checked when it arrives, and passed to `received`. The JSON is decoded after all pieces were checked.
 * @throws {HttpError} unsupported-media-type, body-too-large, body-too-slow, malformed-body
 */
export function jsonBodyReader(limits: BodyLimits, decoder: JsonDecoder) {
  const { maxBytes, maxKeys } = limits;
  const parseSmall = bodyParser({
    enableTypes: ['json'],
    strict: false,
    jsonLimit: String(largeBytes),
    onerror: (error, { req }) => {
      throw readErrorOf(error, req, maxBytes, invalidJson);
    },
  });
  const readAndDecode = async (ctx: Context, length: string): Promise<unknown> => {
    const { req } = ctx;
    // A body without a length may become large.
    if (length !== '' && Number(length) <= largeBytes) {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      await parseSmall(ctx, doNothing);
      requireUtf8(Buffer.concat(chunks));
      return ctx.request.body;
    }
    const bytes = await readBytes(req, length, maxBytes, invalidJson);
    requireUtf8(bytes);
    try {
      return await (bytes.length > largeBytes ? decodeLarge(bytes, decoder) : decodeJson(bytes));
    } catch (error) {
      // Any other error is a failure of the decoder thread, not of the client.
      throw error instanceof SyntaxError ? invalidJson() : error;
    }
  };
  return (ctx: Context, received?: (chunk: Buffer) => void): Promise<unknown> => {
    const checkLimits = jsonLimitChecker(maxKeys);
    return receiveBody(ctx, limits, {
      refuseOtherTypes: (isEmpty) => refuseOtherEncodings(ctx, isEmpty),
      read: (length) => readAndDecode(ctx, length),
      check: (chunk) => {
        received?.(chunk);
        checkLimits(chunk);
      },
    });
  };
}

const doNothing = (): Promise<void> => Promise.resolve();

/** @throws {HttpError} unsupported-media-type */
function refuseOtherEncodings(ctx: Context, isEmpty: boolean): void {
  if (isEncoded(ctx)) {
    throw new HttpError('unsupported-media-type', 'Bodies must be sent without a content encoding.');
  }
  if (isEmpty || (ctx.request.is('json') === 'json' && charsets.includes(ctx.request.charset.toLowerCase()))) return;
  throw new HttpError('unsupported-media-type', 'The body must be JSON in UTF-8.');
}

/** The names of UTF-8 in `Content-Type`, and the empty text of a header without a charset. */
const charsets: readonly string[] = ['', 'utf-8', 'utf8'];

/** @throws {HttpError} malformed-body. Decoders would replace broken characters instead. */
function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new HttpError('malformed-body', 'The body is not UTF-8.');
}

async function decodeLarge(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  const value = await decode(bytes);
  // Receiving a value of several megabytes from the thread takes 10 ms, and validating it takes another 10 ms. Other
  // requests can run between the two steps.
  await nextTurn();
  return value;
}

const invalidJson = (): HttpError =>
  new HttpError('malformed-body', 'The body is not valid JSON, or has a key `__proto__`.');

/** Maximum number of levels of objects and lists in a body. */
export const maxDepth = 32;
const defaultMaxKeys = 1000;
/**
 * Maximum number of values in a body. Texts, numbers, booleans, nulls, and empty lists and objects are values. A valid
 * large body consists of long texts, and has far fewer values.
 */
const maxValues = 50_000;

/** Matches the rest of a string up to its closing quote, or the part of this rest that is in the chunk. */
const restOfText = /[^"\\]*(?:\\[^][^"\\]*)*/y;
const mark = /["[\]{}:,]/g;

/**
 * Returns a function to call with each chunk of a JSON body. The function throws if the body is nested too deeply or
 * has too many keys or values. Decoding such a body would block the event loop. The decoder finds all other errors in
 * the JSON.
 * @throws {HttpError} malformed-body
 */
export function jsonLimitChecker(maxKeys = defaultMaxKeys): (chunk: Buffer) => void {
  let depth = 0;
  let keys = 0;
  // Commas separate the values, so a body has one value more than it has commas outside of texts.
  let values = 1;
  let isInText = false;
  let isEscaped = false;
  const follow = (match: string): void => {
    if (match === '"') isInText = true;
    else if (match === ':') keys += 1;
    else if (match === ',') values += 1;
    else depth += match === '[' || match === '{' ? 1 : -1;
    if (depth > maxDepth) throw limitError(`is nested more than ${maxDepth} levels deep`);
    if (keys > maxKeys) throw limitError(`has more than ${maxKeys} keys`);
    if (values > maxValues) throw limitError(`has more than ${maxValues} values`);
  };
  return (chunk) => {
    // Latin-1 converts each byte to one character. This conversion is safe because the matched characters are ASCII,
    // and a multi-byte UTF-8 character contains no ASCII byte.
    const text = chunk.toString('latin1');
    let index = isEscaped ? 1 : 0;
    isEscaped = false;
    while (index < text.length) {
      const pattern = isInText ? restOfText : mark;
      pattern.lastIndex = index;
      const [match] = pattern.exec(text) ?? [];
      if (match === undefined) return;
      index = pattern.lastIndex;
      if (isInText) {
        // The match ends before the closing quote, before a backslash at the end of the chunk, or at the end of the
        // chunk.
        isInText = text[index] !== '"';
        isEscaped = text[index] === '\\';
        index += 1;
      } else follow(match);
    }
  };
}

const limitError = (problem: string): HttpError => new HttpError('malformed-body', `The body ${problem}.`);
