import { EdgeRefusal } from './edge-refusal.ts';

const maxDepth = 32;
const maxKeys = 1000;
/** More than the usual body has room for; for the large ones, whose room is for text. */
const maxItems = 50_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Follows a JSON body as its bytes arrive, so that one that is deep or wide is refused before it is decoded: building
 * its objects would hold everybody up. What is no JSON at all is left to the decoder. Throws malformed-body.
 */
export function followShape(): (chunk: Buffer) => void {
  let depth = 0;
  let keys = 0;
  let items = 0;
  let isInText = false;
  let isEscaped = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInText = false;
      } else if (byte === quote) isInText = true;
      else if (byte === openList || byte === openObject) depth += 1;
      else if (byte === closeList || byte === closeObject) depth -= 1;
      else if (byte === colon) keys += 1;
      else if (byte === comma) items += 1;
      if (depth > maxDepth) throw refused(`is nested more than ${maxDepth} levels deep`);
      if (keys > maxKeys) throw refused(`has more than ${maxKeys} keys`);
      if (items > maxItems) throw refused(`has more than ${maxItems} values`);
    }
  };
}

const refused = (fault: string): EdgeRefusal => new EdgeRefusal('malformed-body', `The body ${fault}.`);
