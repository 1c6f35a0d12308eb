import { gfm } from '@truto/turndown-plugin-gfm';
import TurndownService from 'turndown';

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  hr: '---',
});
turndown.use(gfm);
turndown.remove(['script', 'style', 'iframe', 'object', 'embed']);

/** Converts HTML to Markdown with the extensions of GitHub. */
export const markdownOfHtml = (html: string): string => turndown.turndown(html);

const block = /<(?:p|div|h[1-6]|ul|ol|table|blockquote|pre|figure|section)[\s>]|<!-- wp:/i;

/**
 * Returns the HTML of a text that WordPress stores without paragraphs: an empty line separates paragraphs, and a line
 * break is kept. A text with blocks or paragraphs is returned unchanged.
 */
export function htmlOfWordPress(text: string): string {
  if (block.test(text)) return text;
  const paragraphs = text.split(/(?:\r?\n[ \t]*){2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${paragraph.trim().replaceAll(/\r?\n/g, '<br>')}</p>`).join('\n');
}
