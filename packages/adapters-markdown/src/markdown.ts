import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { addGfmAutolinks } from './autolinks.ts';
import { highlighted, languageOf } from './highlight.ts';
import { escapeDisallowedTags } from './raw-html.ts';
import { prepareSlicedParsing } from './slices.ts';
import { addGfmStrikethrough } from './strikethrough.ts';
import { addGfmTables } from './tables.ts';
import { addGfmTaskLists } from './task-lists.ts';

/** Matches URLs that markdown-it would not escape. */
const plainAddress = /^[\w\-.~:/?#@!$&'()*+,;=]*$/;

const rawHtml = (tokens: readonly Token[], index: number): string => escapeDisallowedTags(tokens[index]?.content ?? '');

/**
 * Creates a markdown-it instance that follows CommonMark 0.31.2 with the extensions of GFM 0.29. There are three
 * differences: a single line break becomes a `br` element, a code block has a class only if it is highlighted, and an address
 * ends before full-width punctuation.
 */
export function createMarkdownIt(): MarkdownIt {
  const markdown: MarkdownIt = markdownIt({ html: true, linkify: true, breaks: true });
  const { escapeHtml } = markdown.utils;
  const { rules } = markdown.renderer;
  rules['html_block'] = rawHtml;
  rules['html_inline'] = rawHtml;
  rules['fence'] = (tokens, index) => {
    const fence = tokens[index];
    if (fence === undefined) return '';
    const html = highlighted(fence);
    if (html === undefined) return `<pre><code>${escapeHtml(fence.content)}</code></pre>\n`;
    return `<pre><code class="hljs language-${escapeHtml(languageOf(fence))}">${html}</code></pre>\n`;
  };
  // In the examples of CommonMark, a line break follows the `blockquote` tag even if the quotation is empty.
  rules['blockquote_open'] = (tokens, index, options, _env, self) =>
    `${self.renderToken(tokens, index, options).trimEnd()}\n`;
  addGfmTables(markdown);
  prepareSlicedParsing(markdown);
  addGfmAutolinks(markdown);
  addGfmStrikethrough(markdown);
  addGfmTaskLists(markdown);
  const normalise = markdown.normalizeLink.bind(markdown);
  markdown.normalizeLink = (url) => (plainAddress.test(url) ? url : normalise(url));
  // As in CommonMark, an autolink shows the URL or e-mail address exactly as the author wrote it.
  markdown.normalizeLinkText = (url) => url;
  return markdown;
}
