import type { MarkdownRenderer } from '@portcullis/application';
import type { Rendered } from '@portcullis/domain';
import { createConverter, type Highlighting } from './convert.ts';
import { HighlightTooSlow } from './highlight.ts';
import { settingsOf, type MarkdownOptions } from './options.ts';
import { createPool, type Load, type Pool } from './pool.ts';

/** The port, with an end. `render` and `clean` throw `RendererBusy` and `RenderTimeout`, `render` also `DocumentTooComplex`. */
export interface ClosableRenderer extends MarkdownRenderer {
  /** Of the worker threads. */
  readonly load: () => Load;
  /** Lets what is being rendered end, and the worker threads with it. To be called last. */
  readonly close: () => Promise<void>;
}

/** Highlighting on the event loop: a document whose code takes longer goes to a worker, in milliseconds. */
const here: Highlighting = { blockMs: 25, documentMs: 25, givesUp: true };

/**
 * Markdown to HTML (specification, section 4.6). Small documents are rendered at once, larger and slower ones in worker
 * threads that are started when first needed.
 */
export function createMarkdownRenderer(options: MarkdownOptions = {}): ClosableRenderer {
  const settings = settingsOf(options);
  const convert = createConverter(settings);
  let pool: Pool | undefined;
  const renderElsewhere = (markdown: string): Promise<Rendered> => {
    pool ??= createPool(settings);
    return pool.render(markdown);
  };
  const clean = (html: string): Promise<string> => {
    pool ??= createPool(settings);
    return pool.clean(html);
  };
  const render = async (markdown: string): Promise<Rendered> => {
    if (Buffer.byteLength(markdown) > settings.offLoopBytes) return renderElsewhere(markdown);
    try {
      return convert(markdown, here);
    } catch (error) {
      if (error instanceof HighlightTooSlow) return renderElsewhere(markdown);
      throw error;
    }
  };
  return {
    render,
    clean,
    load: () => pool?.load() ?? { running: 0, waiting: 0 },
    close: async () => pool?.close(),
  };
}
