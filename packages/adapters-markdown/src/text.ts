import type { Token } from 'markdown-it';

/** Returns the text of an inline token without markup, images and raw HTML. A line break becomes a space. */
export function textOf(token: Pick<Token, 'children'> | undefined): string {
  let text = '';
  for (const { type, content } of token?.children ?? []) {
    if (type === 'text' || type === 'code_inline') text += content;
    else if (type === 'softbreak' || type === 'hardbreak') text += ' ';
  }
  return text;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Returns a text of at most `max` characters unchanged. A longer text is truncated between words, or inside the first
 * word if that word alone is too long. An ellipsis is appended, and the result has at most `max` characters.
 */
export function truncateText(text: string, max: number): string {
  // A character has at most two code units, so this part contains more than `max` characters if the text does.
  const head = Array.from(text.slice(0, 2 * max + 2));
  if (head.length <= max) return text;
  const room = head.slice(0, max - 1).join('').length;
  let end = 0;
  for (const { segment, index } of words.segment(head.join(''))) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end === 0 ? room : end).trimEnd()}…`;
}
