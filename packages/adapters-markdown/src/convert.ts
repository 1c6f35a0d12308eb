import type { Rendered } from '@portcullis/domain';
import { createHeadingIds } from './heading-ids.ts';
import { createHighlighter, type Highlighter, type HighlightLimits } from './highlight.ts';
import { createHtmlWriter } from './html-writer.ts';
import { createMarkdownIt } from './markdown.ts';
import { createOutline } from './outline.ts';
import { hasRawHtml } from './raw-html.ts';
import { sanitise } from './sanitise.ts';
import { parseInSlices, type OnTokens } from './slices.ts';

export interface ConverterOptions {
  /** Whether raw HTML goes through the allow list. */
  readonly sanitize: boolean;
  /** Highlighted HTML that is remembered, in characters; 0: none. */
  readonly cacheCharacters: number;
}

export interface Highlighting extends HighlightLimits {
  /** Whether the conversion ends with `HighlightTooSlow` where a limit is reached; else that code is plain. */
  readonly givesUp: boolean;
}

/** Converts a document, now and here. Without `highlighting` every code block is plain. */
export type Converter = (source: string, highlighting: Highlighting | undefined) => Rendered;

export function createConverter({ sanitize, cacheCharacters }: ConverterOptions): Converter {
  const markdown = createMarkdownIt();
  const highlighter = createHighlighter(cacheCharacters);
  return (source, highlighting) => {
    const identifyHeadings = createHeadingIds();
    const outline = createOutline();
    const writer = createHtmlWriter(markdown);
    const highlight = highlightSlices(highlighter, highlighting);
    let isRaw = false;
    parseInSlices(markdown, source.replace(/^\uFEFF/, ''), (tokens) => {
      isRaw ||= hasRawHtml(tokens);
      outline.add(tokens, identifyHeadings(tokens));
      highlight(tokens);
      writer.add(tokens);
    });
    const { html, headingOffsets } = writer.end();
    if (!sanitize || !isRaw) return { html, ...outline.end() };
    const clean = sanitise(html, headingOffsets);
    return { html: clean.html, ...outline.end(clean.lostHeadings) };
  };
}

/** Highlights slice by slice what the limits of the whole document allow. */
function highlightSlices({ highlight }: Highlighter, highlighting: Highlighting | undefined): OnTokens {
  if (highlighting === undefined) return () => undefined;
  const { givesUp, ...limits } = highlighting;
  let { documentMs } = limits;
  return (tokens) => {
    const start = performance.now();
    highlight(tokens, { ...limits, documentMs }, givesUp);
    documentMs = Math.max(0, documentMs - (performance.now() - start));
  };
}
