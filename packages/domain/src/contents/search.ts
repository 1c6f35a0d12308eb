import { isMarkdown, type Content, type TocEntry } from './content.ts';
import type { TextRule } from '../names/text.ts';

/** The fields of a content that are searched, in the order of their rank. Tags have the same rank as headings. */
export const searchFields = ['title', 'heading', 'summary', 'body'] as const;
/** A part of a content in which the search looks. */
type SearchField = (typeof searchFields)[number];

/** The text of a search query. It must contain a letter or digit, because punctuation and symbols are not indexed. */
export const searchQueryRule: TextRule = {
  min: 1,
  max: 200,
  pattern: /[\p{L}\p{N}]/u,
  requirement: 'contain a letter or a digit',
};

/** One condition of a search query. A content must meet all conditions of the query. */
export interface SearchTerm {
  readonly word: string;
  /** Whether words that begin with `word` match as well. */
  readonly isPrefix: boolean;
}

/** Maximum length of an indexed word in characters. The rest of a longer word is ignored in texts and in queries. */
const maxWordLength = 64;

/** Pattern for a Chinese, Japanese or Korean character. Texts in these languages are indexed by pairs of characters. */
const cjkCharacter = '(?:(?=[\\p{L}\\p{N}\\p{M}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}])';
/** Pattern for a letter, digit or mark of any other script. */
const wordCharacter = `(?:(?!${cjkCharacter})[\\p{L}\\p{N}\\p{M}])`;
const runs = new RegExp(`(${cjkCharacter}+)|${wordCharacter}+`, 'gu');

/** Returns the same result for texts that differ only in case, width or Unicode composition. */
const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');

/**
 * Whether a word is Chinese, Japanese or Korean. The first character decides, because `searchWords` never puts these
 * characters and other characters into one word.
 */
export const isCjk = (word: string): boolean => firstIsCjk.test(word);
const firstIsCjk = new RegExp(`^${cjkCharacter}`, 'u');

/**
 * Divides a text into the words that are stored in the search index. A run of Chinese, Japanese or Korean characters
 * yields its overlapping pairs of characters and its last character, so that every character begins a word. Words may
 * repeat.
 */
export function* searchWords(text: string): Generator<string> {
  for (const [run, cjk] of foldText(text).matchAll(runs)) {
    if (cjk === undefined) yield cut(run);
    else yield* pairsOf([...cjk]);
  }
}

function* pairsOf(characters: readonly string[]): Generator<string> {
  for (const [index, character] of characters.entries()) yield character + (characters[index + 1] ?? '');
}

const cut = (word: string): string => (word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word);

/**
 * Divides a query into its conditions, without duplicates. A word of several letters also matches longer words that
 * begin with it. A single letter matches only a word of this one letter. A run of Chinese, Japanese or Korean
 * characters yields all its pairs of characters. A single Chinese, Japanese or Korean character matches every pair that
 * begins with it.
 */
export function searchTerms(query: string): readonly SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const [run, cjk] of foldText(query).matchAll(runs)) {
    const characters = [...run];
    const isPair = cjk !== undefined && characters.length > 1;
    const words = isPair ? [...pairsOf(characters)].slice(0, -1) : [cut(run)];
    const isPrefix = cjk === undefined ? characters.length > 1 : !isPair;
    for (const word of words) terms.set(word, { word, isPrefix });
  }
  return [...terms.values()];
}

/**
 * Whether a text contains the word of a search term, or, if `isPrefix` is set, a word that begins with it.
 * @param words the words of the text, from `searchWords`
 */
export const matchesTerm = ({ word, isPrefix }: SearchTerm, words: ReadonlySet<string>): boolean =>
  words.has(word) || (isPrefix && [...words].some((each) => each.startsWith(word)));

/**
 * Divides a long text into pieces of at most `length` code units. If the second half of a piece contains `separator`,
 * the piece ends before the last separator, and the next piece begins with that separator. Otherwise the next piece
 * repeats the last character of the piece, so that no pair of characters is lost.
 * @param length maximum length of a piece in UTF-16 code units
 */
function* textPieces(text: string, length: number, separator: string): Generator<string, undefined> {
  let from = 0;
  while (from + length < text.length) {
    const last = text.lastIndexOf(separator, from + length - 1);
    const isSeparated = last > from + length / 2;
    const to = isSeparated ? last : characterStart(text, from + length);
    yield text.slice(from, to);
    from = isSeparated ? to : characterStart(text, to - 1);
  }
  yield text.slice(from);
  return undefined;
}

/**
 * Number of UTF-16 code units that are searched backwards for the beginning of a character. If no beginning is found, a
 * text may be divided between a letter and its combining marks.
 */
const maxMarks = 32;
const continuesCharacter = /^[\p{M}\uDC00-\uDFFF\u1160-\u11FF\uFF9E\uFF9F]/u;

/**
 * Returns the last index up to `index` at which a character begins. Combining marks continue the character before them.
 * If no character begins at the last `maxMarks` indices up to `index`, returns `index`.
 */
function characterStart(text: string, index: number): number {
  for (let at = index; at > index - maxMarks; at -= 1) {
    if (!continuesCharacter.test(text.charAt(at))) return at;
  }
  return index;
}

/**
 * Maximum lengths of the pieces that are indexed together, in UTF-16 code units. The words of these pieces fit into a
 * `tsvector` of PostgreSQL.
 */
const pieceLengths = { heading: 16 * 1024, body: 64 * 1024 };

/** A content with the texts that are searched. */
export interface SearchedContent extends Pick<Content, 'title' | 'summary' | 'toc' | 'editorType' | 'contentMd'> {
  /** Used only for a RICHTEXT content, or for a content without Markdown. */
  readonly contentHtml: string | null;
}

/** The texts of a content that are indexed together, by field. */
export type SearchedPart = Readonly<Record<SearchField, string>>;

/**
 * Yields the texts of a content for the search index. Long texts are divided into several parts. Markdown is indexed as
 * it was written, and HTML without its tags.
 */
export function* searchedParts(content: SearchedContent): Generator<SearchedPart> {
  const { title, toc, summary } = content;
  const { text, isHtml } = searchedBody(content);
  const headings = textPieces([...headingsOf(toc)].join('\n'), pieceLengths.heading, '\n');
  const bodies = textPieces(text, pieceLengths.body, isHtml ? '<' : ' ');
  let named = { title, summary: summary ?? '' };
  for (;;) {
    const [heading, body] = [headings.next(), bodies.next()];
    if (heading.done === true && body.done === true) return;
    const piece = body.value ?? '';
    yield { ...named, heading: heading.value ?? '', body: isHtml ? plainText(piece) : piece };
    named = { title: '', summary: '' };
  }
}

function searchedBody({ editorType, contentMd, contentHtml }: SearchedContent) {
  if (isMarkdown(editorType) && contentMd !== null) return { text: contentMd, isHtml: false };
  return { text: contentHtml ?? '', isHtml: true };
}

function* headingsOf(toc: readonly TocEntry[]): Generator<string> {
  for (const { text, children } of toc) {
    yield text;
    yield* headingsOf(children);
  }
}

/**
 * Returns HTML without tags, and with the most common entities decoded. An incomplete tag at the end is removed too.
 */
export const plainText = (html: string): string =>
  html.replace(/<[^<>]*(?:>|$)/g, ' ').replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity] ?? ' ');

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

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
