import type { Token } from 'markdown-it';

const isRaw = ({ type }: Token): boolean => type === 'html_block' || type === 'html_inline';

/** Whether the author wrote HTML: without it, the output holds only what this package writes. */
export const hasRawHtml = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => isRaw(token) || (token.children?.some(isRaw) ?? false));

const disallowed = /<(?=\/?(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)(?:[\s/>]|$))/gi;

/** GFM's disallowed raw HTML (0.29, section 6.11): tags that change how all that follows is read are shown as text. */
export const withoutDisallowed = (html: string): string => html.replace(disallowed, '&lt;');
