import { parse } from '@hapi/bourne';

/** The value of a JSON text in UTF-8. Throws SyntaxError, for a key `__proto__` too. */
export default function decodeJson(bytes: Uint8Array): unknown {
  return parse(new TextDecoder().decode(bytes));
}
