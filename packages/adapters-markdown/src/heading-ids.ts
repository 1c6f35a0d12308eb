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
 * Gives every heading its id (specification, section 4.6, conversion rule 3), written behind `prefix` into the token;
 * answers the headings. Linear, however many there are and are equal: markdown-it-anchor would look for each one from
 * the front of the document, so it is handed one at a time.
 */
export function identifyHeadings(tokens: readonly Token[], prefix: string): Heading[] {
  const document: Document = { unique: uniqueIds() };
  const state = new anchors.core.State('', anchors, document);
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    const content = tokens[index + 1];
    if (token.type !== 'heading_open' || content === undefined) continue;
    state.tokens = [token, content];
    setAnchors?.(state);
    const id = String(token.attrGet('id'));
    token.attrSet('id', prefix + id);
    headings.push({ id, text: textOf(content).trim(), level: Number(token.tag.slice(1)) });
  }
  return headings;
}

/** A repeated id gets `-1`, `-2`; by a counter, since probing from the start is quadratic in equal headings. */
function uniqueIds(): (base: string) => string {
  const seen = new Map<string, number>();
  return (base) => {
    let number = seen.get(base) ?? 0;
    let id = base;
    while (seen.has(id)) id = `${base}-${++number}`;
    seen.set(base, number);
    seen.set(id, seen.get(id) ?? 0);
    return id;
  };
}
