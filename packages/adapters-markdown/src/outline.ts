import type { Rendered, TocEntry } from '@portcullis/domain';
import type { Token } from 'markdown-it';
import type { Heading } from './heading-ids.ts';
import { shortened, textOf } from './text.ts';

/** What readers see of a document before they read it. */
export type Outline = Omit<Rendered, 'html'>;

const maxTocEntries = 1000;
/** A heading longer than this is left out of the table of contents. */
const maxHeadingLength = 1000;
const excerptLength = 200;
const wordsPerMinute = 200;
const cjkPerMinute = 400;

export function outlineOf(tokens: readonly Token[], headings: readonly Heading[]): Outline {
  return { toc: tocOf(headings), excerpt: excerptOf(tokens), readingMinutes: readingMinutesOf(tokens) };
}

interface GrowingEntry extends Heading {
  readonly children: GrowingEntry[];
}

function tocOf(headings: readonly Heading[]): TocEntry[] {
  const roots: GrowingEntry[] = [];
  const path: GrowingEntry[] = [];
  const listed = headings.filter(({ text }) => text.length <= maxHeadingLength).slice(0, maxTocEntries);
  for (const heading of listed) {
    const entry = { ...heading, children: [] };
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    (path.at(-1)?.children ?? roots).push(entry);
    path.push(entry);
  }
  return roots;
}

/** A paragraph of the document itself counts before one inside a quotation or a list. */
function excerptOf(tokens: readonly Token[]): string {
  let nested = '';
  for (const [index, { type, level }] of tokens.entries()) {
    if (type !== 'paragraph_open' || (level > 0 && nested !== '')) continue;
    const text = textOf(tokens[index + 1])
      .replace(/\s+/g, ' ')
      .trim();
    if (level === 0 && text !== '') return shortened(text, excerptLength);
    nested ||= shortened(text, excerptLength);
  }
  return nested;
}

function readingMinutesOf(tokens: readonly Token[]): number {
  let minutes = 0;
  for (const token of tokens) {
    if (token.type === 'inline') minutes += minutesFor(textOf(token));
    else if (token.type === 'fence' || token.type === 'code_block') minutes += minutesFor(token.content);
  }
  // Sums of fractions: 200 words in two paragraphs are one minute, not a little more.
  return Math.max(1, Math.ceil(Number(minutes.toFixed(6))));
}

function minutesFor(text: string): number {
  let words = 0;
  let cjk = 0;
  let isInWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isCjk = isCjkUnit(code);
    if (isCjk) cjk += 1;
    const isWordUnit = !isCjk && !isSpace(code);
    if (isWordUnit && !isInWord) words += 1;
    isInWord = isWordUnit;
  }
  return words / wordsPerMinute + cjk / cjkPerMinute;
}

const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b);

/** Kana and Han, the first half of a pair standing for both; Hangul is written in words. */
const isCjkUnit = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xd840 && code <= 0xd88f);
