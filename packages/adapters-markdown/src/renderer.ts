import type { MarkdownRenderer } from '@portcullis/application';
import { headingId, suppliedBody } from '@portcullis/domain';
import { tasklist } from '@mdit/plugin-tasklist';
import hljs from 'highlight.js/lib/core';
import markdownIt, { type MarkdownIt } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { grammarOf } from './languages.ts';

/** Markdown to HTML (specification, section 4.6, conversion rules 1 to 4). Raw HTML is shown as text. */
export function createMarkdownRenderer(): MarkdownRenderer {
  const markdown: MarkdownIt = markdownIt({
    html: false,
    linkify: true,
    breaks: true,
    highlight: (code, name) => block(code, name),
  });
  const escape = markdown.utils.escapeHtml;
  const block = (code: string, name: string): string => {
    const grammar = grammarOf(name);
    if (grammar === undefined) return `<pre><code>${escape(code)}</code></pre>`;
    const { value } = hljs.highlight(code, { language: grammar, ignoreIllegals: true });
    return `<pre><code class="hljs language-${escape(name)}">${value}</code></pre>`;
  };
  linkOnlyWww(markdown);
  markdown.use(anchor, { tabIndex: false, slugifyWithState: uniqueHeadingId });
  markdown.use(tasklist, { label: false });
  return { render: (source) => Promise.resolve({ html: markdown.render(source), ...suppliedBody(null) }) };
}

/** GFM links `www.` addresses, but not a bare `example.com`. */
function linkOnlyWww({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: true, fuzzyEmail: true });
  const matchAll = linkify.match.bind(linkify);
  linkify.match = (text) => {
    const matches = matchAll(text)?.filter(({ schema, raw }) => schema !== '' || /^www\./i.test(raw)) ?? [];
    return matches.length > 0 ? matches : null;
  };
}

interface HeadingState {
  readonly env: { headingIds?: Map<string, number> };
}

/** A repeated heading gets `-1`, `-2`; by a counter, since probing would be quadratic in equal headings. */
function uniqueHeadingId(text: string, { env }: HeadingState): string {
  const seen = (env.headingIds ??= new Map<string, number>());
  const base = headingId(text) || 'section';
  let number = seen.get(base) ?? 0;
  let id = base;
  while (seen.has(id)) id = `${base}-${++number}`;
  seen.set(base, number);
  seen.set(id, seen.get(id) ?? 0);
  return id;
}
