import hljs from 'highlight.js';
import markdownIt, { type MarkdownIt } from 'markdown-it';
import anchor from 'markdown-it-anchor';

/**
 * Combines markdown-it, markdown-it-anchor and highlight.js as their manuals show, with the same options as this
 * package.
 */
export function stockRenderer(): (markdown: string) => string {
  const markdown: MarkdownIt = markdownIt({
    html: true,
    linkify: true,
    breaks: true,
    highlight: (code, language) => {
      if (hljs.getLanguage(language) === undefined) return '';
      return hljs.highlight(code, { language, ignoreIllegals: true }).value;
    },
  });
  markdown.linkify.set({ fuzzyLink: true, fuzzyEmail: true });
  markdown.use(anchor, { tabIndex: false });
  return (source) => markdown.render(source);
}
