import { cjkCharacter, foldText, wordCharacter } from './search.ts';

/** The text around a match of a search. The three parts follow each other in the field. */
export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Number of UTF-16 code units that are shown before and after a match. */
const contextLength = 60;

/**
 * Makes a function that finds a query in texts: its first word or, of Chinese, Japanese and Korean, the whole run, else
 * any pair of it. It finds text that is written as in the query or in another case, but not other forms of a character.
 */
export function highlighter(query: string): (text: string) => Excerpt | undefined {
  const cjk = foldText(query).match(new RegExp(`${cjkCharacter}+`, 'gu')) ?? [];
  const words = foldText(query).match(new RegExp(`${wordCharacter}+`, 'gu')) ?? [];
  const pairs = cjk.flatMap((run) =>
    [...run].slice(0, -1).map((character, at, all) => character + ([...run][at + 1] ?? all[0])),
  );
  // Longer alternatives come first. The texts consist of letters, digits and marks, so none has a special meaning.
  const wholeWords = words.map((word) =>
    [...word].length > 1
      ? `(?<!${wordCharacter})${word}${wordCharacter}*`
      : `(?<!${wordCharacter})${word}(?!${wordCharacter})`,
  );
  const whole = new RegExp([...cjk, ...wholeWords].join('|'), 'iu');
  const parts = pairs.length === 0 ? undefined : new RegExp(pairs.join('|'), 'iu');
  return (text) => {
    const found = whole.exec(text) ?? parts?.exec(text);
    return found ? excerptAt(text, found.index, found[0]) : undefined;
  };
}

function excerptAt(text: string, start: number, match: string): Excerpt {
  const end = start + match.length;
  const from = start > contextLength ? start - contextLength : 0;
  return {
    before: withoutHalves(text.slice(from, start)),
    match,
    after: withoutHalves(text.slice(end, end + contextLength)),
  };
}

/** Removes halves of surrogate pairs at both ends. */
const withoutHalves = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
