import type { Token } from 'markdown-it';

const isRaw = ({ type }: Token): boolean => type === 'html_block' || type === 'html_inline';

/**
 * Returns true if the tokens contain raw HTML. The output for tokens without raw HTML contains only elements that this
 * package generates.
 */
export const hasRawHtml = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => isRaw(token) || (token.children?.some(isRaw) ?? false));

const disallowed = /<(?=\/?(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)(?:[\s/>]|$))/gi;

/** Escapes the tags that GFM disallows (0.29, section 6.11) because they change how the rest of the page is parsed. */
export const escapeDisallowedTags = (html: string): string => html.replace(disallowed, '&lt;');
