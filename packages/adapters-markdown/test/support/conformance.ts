import { parseFragment, serialize } from 'parse5';
import { html } from './convert.ts';

/** The rules of this package that may make its output differ from the output in a specification. */
export const rules = {
  breaks: 'a single line break becomes a line-break element (rule 2)',
  ids: 'every heading receives an id (rule 3)',
  code: 'code in a known language is highlighted, and code in an unknown language gets no class (rule 4)',
  autolinks: 'GFM converts addresses to links, CommonMark does not (rule 1)',
  disallowed: 'GFM shows disallowed raw HTML as text (rule 1)',
  sanitise: 'raw HTML is sanitised by an allow list',
} as const;

export type Rule = keyof typeof rules;

/** Functions that remove the effect of a rule from HTML. */
const undo: Readonly<Record<Exclude<Rule, 'sanitise'>, (html: string) => string>> = {
  breaks: (text) => text.replace(/<br(?: \/)?>\n/g, '\n'),
  ids: (text) => text.replace(/(<h[1-6]) id="[^"]*"/g, '$1'),
  code: (text) => text.replace(/<code class="[^"]*"/g, '<code').replace(/<\/?span[^>]*>/g, ''),
  autolinks: (text) => text.replace(/<a href="(?:mailto:)?([^"]*)">\1<\/a>/g, '$1'),
  disallowed: (text) => text.replace(/&lt;(?=\/?(?:script|style|textarea|title|xmp)\b)/gi, '<'),
};

/** Normalises HTML by parsing it, so that two texts with the same tree are equal. */
const tree = (text: string): string => serialize(parseFragment(text));

/**
 * Returns true if the output equals the output of the example, after the effects of the rules in `without` are removed
 * from both.
 */
export function agrees(markdown: string, expected: string, without: readonly Rule[]): boolean {
  const ours = html(markdown, { sanitize: !without.includes('sanitise') });
  const bare = (text: string): string =>
    without.reduce((done, rule) => (rule === 'sanitise' ? done : undo[rule](done)), text);
  return tree(bare(ours)) === tree(bare(expected));
}
