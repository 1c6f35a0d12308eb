import { headingId } from '@portcullis/domain';
import type { Token } from 'markdown-it';
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

/**
 * Gives every heading its id (specification, section 4.6, conversion rule 3), written behind `prefix` into the token;
 * answers the headings. Linear, however many are equal.
 */
export function identifyHeadings(tokens: readonly Token[], prefix: string): Heading[] {
  const unique = uniqueIds();
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[index + 1]).trim();
    const id = unique(headingId(text) || fallback);
    token.attrSet('id', prefix + id);
    headings.push({ id, text, level: Number(token.tag.slice(1)) });
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
