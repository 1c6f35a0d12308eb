import { headingId } from '@portcullis/domain';
import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { textOf } from './text.ts';

/** A heading of the document, in its order. */
export interface Heading {
  readonly id: string;
  /** Without markup. */
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
}

/** Of a heading that has no letter to make an id from. */
const fallback = 'section';

/** What the headings of one document share. */
type Document = { readonly unique: (base: string) => string };

/** markdown-it with nothing but its anchors to do. */
const anchors: MarkdownIt = markdownIt('zero').use(anchor, {
  tabIndex: false,
  getTokensText: (children) => textOf({ children }),
  slugifyWithState: (text: string, { env }: { env: Document }) => env.unique(headingId(text.trim()) || fallback),
});
const setAnchors = anchors.core.ruler.getRules('').at(-1);

/**
 * Returns the function that gives the headings of one document their ids (specification, section 4.6, conversion rule 3),
 * slice by slice: it writes each id into the token and returns the headings. Linear in the number of headings, also of
 * equal ones: markdown-it-anchor searches its whole list for each heading, so it gets one heading at a time.
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
 * A repeated id gets `-1`, `-2`. Each base keeps a counter, since probing from 1 is quadratic in equal headings: up to
 * the counter every number is taken.
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

/** An id that may be another one with a number. */
const numbered = /^(.*)-([1-9]\d*)$/s;
