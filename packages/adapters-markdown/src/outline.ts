import type { Rendered, TocEntry } from '@portcullis/domain/internal/contents/content';
import type { Token } from 'markdown-it';
import type { Heading } from './heading-ids.ts';
import { truncateText, textOf } from './text.ts';

/** The table of contents, excerpt and reading time of a document. */
export type Outline = Omit<Rendered, 'html'>;

const maxTocEntries = 1000;
/** Maximum length of a heading in the table of contents, in UTF-16 code units. Longer headings are not listed. */
const maxHeadingLength = 1000;
const excerptLength = 200;
const wordsPerMinute = 200;
const cjkPerMinute = 400;

/** Collects the outline of a document that is passed in slices (parts), in the order of the document. */
export interface OutlineBuilder {
  readonly add: (tokens: readonly Token[], headings: readonly Heading[]) => void;
  /** @param lost the indices (from 0) of headings that the HTML does not contain */
  readonly end: (lost?: ReadonlySet<number>) => Outline;
}

export function createOutline(): OutlineBuilder {
  const listed: ListedHeading[] = [];
  let headingCount = 0;
  let excerpt = '';
  let isExcerptFinal = false;
  let minutes = 0;

  const addHeadings = (headings: readonly Heading[]): void => {
    for (const heading of headings) {
      const isListed = listed.length < maxTocEntries && heading.text.length <= maxHeadingLength;
      if (isListed) listed.push({ number: headingCount, heading });
      headingCount += 1;
    }
  };

  /**
   * Takes the excerpt from the first paragraph with text at the top level. If there is no top-level paragraph with
   * text, the excerpt comes from the first paragraph with text inside a quotation or a list.
   */
  const addExcerpt = (tokens: readonly Token[]): void => {
    for (const [index, { type, level }] of tokens.entries()) {
      if (isExcerptFinal) return;
      if (type !== 'paragraph_open' || (level > 0 && excerpt !== '')) continue;
      const text = textOf(tokens[index + 1])
        .replace(/\s+/g, ' ')
        .trim();
      isExcerptFinal = level === 0 && text !== '';
      if (isExcerptFinal || excerpt === '') excerpt = truncateText(text, excerptLength);
    }
  };

  return {
    add: (tokens, headings) => {
      addHeadings(headings);
      addExcerpt(tokens);
      for (const token of tokens) minutes += minutesOf(token);
    },
    end: (lost) => ({
      toc: tocOf(listed.filter(({ number }) => !lost?.has(number)).map(({ heading }) => heading)),
      excerpt,
      // The sum is first rounded to six decimal places. Without this, rounding errors could make the sum for 200 words
      // slightly larger than 1, and the result would be two minutes.
      readingMinutes: Math.max(1, Math.ceil(Number(minutes.toFixed(6)))),
    }),
  };
}

interface ListedHeading {
  /** Index among all headings of the document, from 0. */
  readonly number: number;
  readonly heading: Heading;
}

interface GrowingEntry extends Heading {
  readonly children: GrowingEntry[];
}

function tocOf(headings: readonly Heading[]): TocEntry[] {
  const roots: GrowingEntry[] = [];
  const path: GrowingEntry[] = [];
  for (const heading of headings) {
    const entry = { ...heading, children: [] };
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    (path.at(-1)?.children ?? roots).push(entry);
    path.push(entry);
  }
  return roots;
}

function minutesOf(token: Token): number {
  if (token.type === 'inline') return minutesFor(textOf(token));
  return token.type === 'fence' || token.type === 'code_block' ? minutesFor(token.content) : 0;
}

function minutesFor(text: string): number {
  let words = 0;
  let cjk = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isLowSurrogate(code)) continue;
    const isCjk = isCjkUnit(code);
    if (isCjk) cjk += 1;
    const isWordUnit = !isCjk && !isSpace(code);
    if (isWordUnit && !isInWord) words += 1;
    isInWord = isWordUnit;
  }
  return words / wordsPerMinute + cjk / cjkPerMinute;
}

const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b);

/** Returns true for the second code unit of a surrogate pair, which belongs to the same character as the first one. */
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/**
 * Returns true for a UTF-16 code unit of Kana or Han. In a surrogate pair, only the first code unit counts. Hangul is
 * not included, because Korean text is counted in words.
 */
const isCjkUnit = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xd840 && code <= 0xd88f);
