import { createHeadingIds } from './heading-ids.ts';
import { createHighlighter, type HighlightBounds, type HighlightLimits } from './highlight.ts';
import { createHtmlWriter } from './html-writer.ts';
import { createMarkdownIt } from './markdown.ts';
import { createOutline, type Outline } from './outline.ts';
import { addPictureSizes, type Pictures } from './pictures.ts';
import { hasRawHtml } from './raw-html.ts';
import { sanitise } from './sanitise.ts';
import { parseInSlices } from './slices.ts';

export interface ConverterOptions {
  /** Whether raw HTML is sanitised with the allow list in `sanitise.ts`. */
  readonly sanitize: boolean;
  /** Maximum size of the cache of highlighted code, in characters of HTML; 0 disables it. */
  readonly cacheCharacters: number;
}

/**
 * The settings that a worker thread receives when it starts. They are declared here and not in `worker.ts`, so that the
 * declarations of this package do not refer to those of piscina, which need `resolveJsonModule`.
 */
export interface WorkerSettings extends ConverterOptions, HighlightBounds {}

interface Converted extends Outline {
  readonly html: string;
}

/** Converts a document in the calling thread. */
export type Converter = (source: string, highlighting: HighlightLimits, pictures?: Pictures) => Converted;

const noPictures: Pictures = new Map();

/** Creates a converter with a cache of its own. */
export function createConverter({ sanitize, cacheCharacters }: ConverterOptions): Converter {
  const markdown = createMarkdownIt();
  const highlighter = createHighlighter(cacheCharacters);
  return (source, highlighting, pictures = noPictures) => {
    const identifyHeadings = createHeadingIds();
    const outline = createOutline();
    const writer = createHtmlWriter(markdown);
    const highlight = highlighter.start(highlighting);
    let isRaw = false;
    parseInSlices(markdown, source.replace(/^\uFEFF/, ''), (tokens) => {
      isRaw ||= hasRawHtml(tokens);
      outline.add(tokens, identifyHeadings(tokens));
      highlight(tokens);
      addPictureSizes(tokens, pictures);
      writer.add(tokens);
    });
    const { html, headingOffsets } = writer.end();
    if (!sanitize || !isRaw) return { html, ...outline.end() };
    const clean = sanitise(html, headingOffsets);
    return { html: clean.html, ...outline.end(clean.lostHeadings) };
  };
}
