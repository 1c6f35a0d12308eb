import { HttpError } from '../answers/http-error.ts';

const maxDepth = 32;
const maxKeys = 1000;
/** Most commas in a body. Only large bodies reach it, and their size is meant for text. */
const maxItems = 50_000;

/** The rest of a string up to its closing quote. */
const restOfText = /[^"\\]*(?:\\[^][^"\\]*)*/y;
const mark = /["[\]{}:,]/g;

/**
 * Returns a function that takes a JSON body chunk by chunk and throws if it is too deep or too wide. Decoding such a body would
 * block the event loop. Invalid JSON is left to the decoder.
 * @throws {HttpError} malformed-body
 */
export function jsonLimitChecker(): (chunk: Buffer) => void {
  let depth = 0;
  let keys = 0;
  let items = 0;
  let isInText = false;
  let isEscaped = false;
  const follow = (found: string): void => {
    if (found === '"') isInText = true;
    else if (found === ':') keys += 1;
    else if (found === ',') items += 1;
    else depth += found === '[' || found === '{' ? 1 : -1;
    if (depth > maxDepth) throw refused(`is nested more than ${maxDepth} levels deep`);
    if (keys > maxKeys) throw refused(`has more than ${maxKeys} keys`);
    if (items > maxItems) throw refused(`has more than ${maxItems} values`);
  };
  return (chunk) => {
    // Latin-1 makes one character of each byte. The marks are ASCII, which occurs in no other UTF-8 character.
    const text = chunk.toString('latin1');
    let index = isEscaped ? 1 : 0;
    isEscaped = false;
    while (index < text.length) {
      const pattern = isInText ? restOfText : mark;
      pattern.lastIndex = index;
      const [found] = pattern.exec(text) ?? [];
      if (found === undefined) return;
      index = pattern.lastIndex;
      if (isInText) {
        // The match ends before the closing quote, or before a backslash at the end of the chunk.
        isInText = text[index] !== '"';
        isEscaped = text[index] === '\\';
        index += 1;
      } else follow(found);
    }
  };
}

const refused = (fault: string): HttpError => new HttpError('malformed-body', `The body ${fault}.`);
