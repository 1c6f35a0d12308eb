import { headingId } from '@portcullis/domain/internal/names/slug';
import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { textOf } from './text.ts';

/** A heading of a document, as it is listed in the table of contents. */
export interface Heading {
  readonly id: string;
  /** The text without markup. */
  readonly text: string;
  /** 1 to 6, as in `h1` to `h6`. */
  readonly level: number;
}

/** The id of a heading without letters or digits. */
const fallback = 'section';

/** The state that all headings of one document share. `unique` makes an id unique in the document. */
type Document = { readonly unique: (base: string) => string };

/** A markdown-it instance with only the anchor plugin. */
const anchors: MarkdownIt = markdownIt('zero').use(anchor, {
  tabIndex: false,
  getTokensText: (children) => textOf({ children }),
  slugifyWithState: (text: string, { env }: { env: Document }) => env.unique(headingId(text.trim()) || fallback),
});
const setAnchors = anchors.core.ruler.getRules('').at(-1);

/**
 * Returns a function that assigns ids to the headings of one document. Each call receives the tokens of one part of the
 * document, writes the id of each heading to its token, and returns the headings. If markdown-it-anchor
 * receives several headings at once, it compares each heading with all previous ones. So it is called once for each
 * heading, and the total time is linear in the number of headings.
 */
export function createHeadingIds(): (tokens: readonly Token[]) => Heading[] {
  const document: Document = { unique: uniqueIds() };
  const state = new anchors.core.State('', anchors, document);
  return (tokens) => {
    const headings: Heading[] = [];
    for (const [index, token] of tokens.entries()) {
      const content = tokens[index + 1];
      if (token.type !== 'heading_open' || content === undefined) continue;
      state.tokens = [token, content];
      setAnchors?.(state);
      const id = String(token.attrGet('id'));
      headings.push({ id, text: textOf(content).trim(), level: Number(token.tag.slice(1)) });
    }
    return headings;
  };
}

/**
 * Returns a function that appends `-1`, `-2` and so on to repeated ids. A counter for each id holds the last appended
 * number, and all smaller numbers are also in use. Without the counter, trying all numbers from 1 would take quadratic
 * time for headings with the same text.
 */
function uniqueIds(): (base: string) => string {
  const counters = new Map<string, number>();
  const isTaken = (id: string): boolean => {
    if (counters.has(id)) return true;
    const [, base = '', number = ''] = numbered.exec(id) ?? [];
    return Number(number) <= (counters.get(base) ?? 0) && number !== '';
  };
  return (base) => {
    if (!isTaken(base)) {
      counters.set(base, 0);
      return base;
    }
    let number = (counters.get(base) ?? 0) + 1;
    while (isTaken(`${base}-${number}`)) number += 1;
    counters.set(base, number);
    return `${base}-${number}`;
  };
}

/** Matches an id that may consist of another id and an appended number. */
const numbered = /^(.*)-([1-9]\d*)$/s;
