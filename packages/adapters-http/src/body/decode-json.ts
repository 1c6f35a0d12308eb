import { parse } from '@hapi/bourne';

/**
 * Parses JSON in UTF-8. Without any text, returns `{}`.
 * @throws {SyntaxError} if the JSON is invalid or has a key `__proto__`
 */
export default function decodeJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  return text === '' ? {} : parse(text);
}
