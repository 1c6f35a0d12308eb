import type { MarkdownRenderer } from '@portcullis/application/internal/ports/system';
import { DocumentTooComplex } from './errors.ts';
import { settingsOf, type Bounds, type MarkdownOptions } from './options.ts';
import { createPool, type Load, type Pool } from './pool.ts';
import { fromTransferredHtml } from './thread-messages.ts';

/**
 * A `MarkdownRenderer` with worker threads. `render` and `clean` reject with `RendererBusy` or `RenderTimeout`.
 * `render` can also reject with `DocumentTooComplex`.
 */
export interface ClosableRenderer extends MarkdownRenderer {
  /** Returns the number of running and waiting documents in each lane. */
  readonly load: () => Readonly<Record<Lane, Load>>;
  /** Waits for accepted documents, then stops the worker threads. The renderer cannot be used afterwards. */
  readonly close: () => Promise<void>;
}

type Lane = 'small' | 'large';

const noLoad: Load = { running: 0, waiting: 0 };

/**
 * Creates a renderer that converts Markdown to HTML in worker threads. There are two lanes, each with its own pool of
 * threads, so that small documents do not wait for large documents. A lane has no threads before it receives its first
 * document.
 * @example
 * const renderer = createMarkdownRenderer();
 * const { html, toc } = await renderer.render('# Title');
 * await renderer.close();
 */
export function createMarkdownRenderer(options: MarkdownOptions = {}): ClosableRenderer {
  const settings = settingsOf(options);
  const pools: Partial<Record<Lane, Pool>> = {};
  const openPool = (lane: Lane, { cpuMs, ...highlighting }: Bounds): Pool =>
    createPool({
      module: new URL('./worker.js', import.meta.url),
      threads: settings.threadsPerLane,
      // One idle thread of the small lane stays alive, so that small documents do not wait for the start of a thread.
      keptThreads: lane === 'small' ? 1 : 0,
      maxWaiting: settings.maxWaiting,
      limits: { cpuMs, clockMs: settings.clockMs },
      heapMegabytes: settings.heapMegabytes,
      worker: {
        ...highlighting,
        highlightClockMs: settings.clockMs / 2,
        sanitize: settings.sanitize,
        cacheCharacters: settings.cacheCharacters,
      },
    });
  const poolFor = (text: string): Pool => {
    // The length is compared first, because counting the bytes of a text of several megabytes takes 20 ms. Every UTF-16
    // code unit has at least one byte in UTF-8, so a text that is longer than the limit also has too many bytes.
    const isLarge = text.length > settings.smallBytes || Buffer.byteLength(text) > settings.smallBytes;
    const lane = isLarge ? 'large' : 'small';
    return (pools[lane] ??= openPool(lane, settings[lane]));
  };
  return {
    render: async (markdown, pictures) => {
      const result = await poolFor(markdown).run('render', markdown, pictures);
      if ('refusal' in result) throw new DocumentTooComplex(result.refusal);
      return { html: fromTransferredHtml(result.html), ...result.outline };
    },
    clean: async (html) => fromTransferredHtml(await poolFor(html).run('clean', html)),
    load: () => ({ small: pools.small?.load() ?? noLoad, large: pools.large?.load() ?? noLoad }),
    close: async () => {
      await Promise.all([pools.small?.close(), pools.large?.close()]);
    },
  };
}
