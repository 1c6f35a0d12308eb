import { cjkCharacter, foldText, wordCharacter } from './search.ts';

/** A match of a search, with the text before and after it. The three parts are adjacent in the searched text. */
export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Number of UTF-16 code units that are shown before and after a match. */
const contextLength = 60;

const cjkRuns = new RegExp(`${cjkCharacter}+`, 'gu');
const wordRuns = new RegExp(`${wordCharacter}+`, 'gu');
const endsInWord = new RegExp(`${wordCharacter}$`, 'u');
const beginsWithCjk = new RegExp(`^${cjkCharacter}`, 'u');
const restOfWord = new RegExp(`${wordCharacter}*`, 'uy');

/** Maximum length of a character in UTF-16 code units. */
const characterLength = 2;

/**
 * Returns a function that finds the first match of a query in a text. The function searches for each word, and for each
 * complete run of Chinese, Japanese or Korean characters. If nothing matches, the function searches for two adjacent
 * characters of these runs. Case is ignored, but other forms of a character, such as full-width letters, do not match.
 * @param otherForms further words that match, such as other forms of the words in the query. They match only complete
 * words, while a word of the query also matches the beginning of a word.
 */
export function excerptFinder(
  query: string,
  otherForms: readonly string[] = [],
): (text: string) => Excerpt | undefined {
  const folded = foldText(query);
  const cjk: readonly string[] = folded.match(cjkRuns) ?? [];
  const words: readonly string[] = folded.match(wordRuns) ?? [];
  const pairs = cjk.flatMap((run) =>
    [...run].slice(0, -1).map((character, at, all) => character + ([...run][at + 1] ?? all[0])),
  );
  // If a complete word came before a longer word in the pattern, it could match the beginning of that word. The longer
  // word would then not be tried, so longer words come first.
  const complete = [...otherForms, ...words.filter(isSingle)].toSorted((a, b) => b.length - a.length);
  const isComplete = new Set(complete);
  const whole = anyOf([...cjk, ...words.filter((word) => !isSingle(word)), ...complete]);
  const parts = pairs.length === 0 ? undefined : anyOf(pairs);
  return (text) => {
    const found = firstMatch(whole, text, isComplete) ?? (parts && firstMatch(parts, text, isComplete));
    return found && excerptAt(text, found.start, found.match);
  };
}

const isSingle = (word: string): boolean => [...word].length === 1;

/**
 * Returns a pattern that matches any of the given words. Words need no escaping, because they consist of letters,
 * digits and marks. The pattern contains no character classes, because compiling them takes milliseconds for each
 * query.
 */
const anyOf = (texts: readonly string[]): RegExp => new RegExp(texts.join('|'), 'giu');

interface Match {
  readonly start: number;
  readonly match: string;
}

/**
 * Returns the first match of a pattern in a text. A run of Chinese, Japanese or Korean characters can match anywhere.
 * Any other match must be at the beginning of a word and is extended to the end of that word.
 * @param complete the words that match only a complete word
 */
function firstMatch(expression: RegExp, text: string, complete: ReadonlySet<string>): Match | undefined {
  expression.lastIndex = 0;
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
    const { index: start, 0: match } = found;
    if (beginsWithCjk.test(match)) return { start, match };
    if (!endsInWord.test(text.slice(Math.max(0, start - characterLength), start))) {
      const rest = restAfter(text, start + match.length);
      if (rest === '' || !complete.has(foldText(match))) return { start, match: match + rest };
    }
    expression.lastIndex = start + String.fromCodePoint(text.codePointAt(start) ?? 0).length;
  }
  return undefined;
}

/** Returns the rest of the word that continues at `index`. */
function restAfter(text: string, index: number): string {
  restOfWord.lastIndex = index;
  return restOfWord.exec(text)?.[0] ?? '';
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

/** Removes incomplete surrogate pairs at both ends of a text. */
const withoutHalves = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
