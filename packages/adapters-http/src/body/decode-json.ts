import { parse } from '@hapi/bourne';

/** Parses JSON in UTF-8. @throws {SyntaxError} if the JSON is invalid or has a key `__proto__` */
export default function decodeJson(bytes: Uint8Array): unknown {
  return parse(new TextDecoder().decode(bytes));
}
