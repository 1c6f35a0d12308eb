import { randomBytes } from 'node:crypto';
import type { Rendered } from '@portcullis/domain';
import { identifyHeadings } from './heading-ids.ts';
import { createHighlighter, type HighlightLimits } from './highlight.ts';
import { createMarkdownIt } from './markdown.ts';
import { outlineOf } from './outline.ts';
import { hasRawHtml } from './raw-html.ts';
import { sanitise } from './sanitise.ts';

export interface ConverterOptions {
  /** Whether raw HTML goes through the allow list. */
  readonly sanitize: boolean;
  /** Highlighted HTML that is remembered, in characters; 0: none. */
  readonly cacheCharacters: number;
}

/** Converts a document in the calling thread. */
export type Converter = (source: string, highlighting: HighlightLimits) => Rendered;

export function createConverter({ sanitize, cacheCharacters }: ConverterOptions): Converter {
  const markdown = createMarkdownIt();
  const highlighter = createHighlighter(cacheCharacters);
  // Tells our ids from an author's. It leaves this file in no output, so no author can write it.
  const nonce = `${randomBytes(16).toString('hex')}-`;
  return (source, highlighting) => {
    const tokens = markdown.parse(source, {});
    const isCleaned = sanitize && hasRawHtml(tokens);
    const headings = identifyHeadings(tokens, isCleaned ? nonce : '');
    highlighter.highlight(tokens, highlighting);
    const html = markdown.renderer.render(tokens, markdown.options, {});
    return { html: isCleaned ? sanitise(html, nonce) : html, ...outlineOf(tokens, headings) };
  };
}
