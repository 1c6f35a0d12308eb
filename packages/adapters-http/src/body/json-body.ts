import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import rawBody from 'raw-body';
import { HttpError } from '../responses/http-error.ts';
import { nextTurn } from '../responses/text-slices.ts';
import { jsonLimitChecker, utf8PrefixChecker } from './byte-checks.ts';
import decodeJson from './decode-json.ts';
import type { JsonDecoder } from './json-decoder.ts';
import { readErrorOf, receiveBody, type BodyLimits } from './receive-body.ts';

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
  const readError = (error: Error, req: IncomingMessage) => readErrorOf(error, req, maxBytes, invalidJson);
  const parseSmall = bodyParser({
    enableTypes: ['json'],
    strict: false,
    jsonLimit: String(largeBytes),
    onerror: (error, { req }) => {
      throw readError(error, req);
    },
  });
  const readAndDecode = async (ctx: Context, length: string): Promise<unknown> => {
    const { req } = ctx;
    // A body without a length may become large.
    if (length !== '' && Number(length) <= largeBytes) {
      await parseSmall(ctx, doNothing);
      return ctx.request.body;
    }
    const bytes = await rawBody(req, { length: length || null, limit: maxBytes }).catch((error: Error) => {
      throw readError(error, req);
    });
    try {
      return await (bytes.length > largeBytes ? decodeLarge(bytes, decoder) : decodeJson(bytes));
    } catch (error) {
      // Any other error is a failure of the decoder thread, not of the client.
      throw error instanceof SyntaxError ? invalidJson() : error;
    }
  };
  return (ctx: Context, received?: (chunk: Buffer) => void): Promise<unknown> => {
    const checkLimits = jsonLimitChecker(maxKeys);
    const isStillUtf8 = utf8PrefixChecker();
    return receiveBody(ctx, limits, {
      refuseOtherTypes: (isEmpty) => refuseOtherEncodings(ctx, isEmpty),
      read: (length) => readAndDecode(ctx, length),
      check: (chunk) => {
        received?.(chunk);
        checkLimits(chunk);
        if (!isStillUtf8(chunk)) throw new HttpError('malformed-body', 'The body is not UTF-8.');
      },
    });
  };
}

const doNothing = (): Promise<void> => Promise.resolve();

/** @throws {HttpError} unsupported-media-type */
function refuseOtherEncodings(ctx: Context, isEmpty: boolean): void {
  const encoding = ctx.get('Content-Encoding');
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new HttpError('unsupported-media-type', 'Bodies must be sent without a content encoding.');
  }
  if (isEmpty || (ctx.request.is('json') === 'json' && charsets.includes(ctx.request.charset.toLowerCase()))) return;
  throw new HttpError('unsupported-media-type', 'The body must be JSON in UTF-8.');
}

/** The names of UTF-8 in `Content-Type`, and the empty text of a header without a charset. */
const charsets: readonly string[] = ['', 'utf-8', 'utf8'];

async function decodeLarge(bytes: Buffer, { decode }: JsonDecoder): Promise<unknown> {
  const value = await decode(bytes);
  // Receiving a value of several megabytes from the thread takes 10 ms, and validating it takes another 10 ms. Other
  // requests can run between the two steps.
  await nextTurn();
  return value;
}

const invalidJson = (): HttpError => new HttpError('malformed-body', 'The body is not valid JSON.');
