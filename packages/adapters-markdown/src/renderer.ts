import type { MarkdownRenderer } from '@portcullis/application';
import { DocumentTooComplex } from './errors.ts';
import { settingsOf, type Bounds, type MarkdownOptions } from './options.ts';
import { createPool, type Load, type Pool } from './pool.ts';
import { received } from './wire.ts';

/**
 * A `MarkdownRenderer` with worker threads. `render` and `clean` throw `RendererBusy` and `RenderTimeout`, `render`
 * also `DocumentTooComplex`.
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
 * threads, so that small documents do not wait for large ones. The threads of a lane are started with its first
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
      // One thread of the small lane is kept, so that small documents do not wait for the start of a thread.
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
    // Every character has at least one byte, so the length is compared first. Counting the bytes of megabytes of text would take 20 ms.
    const isLarge = text.length > settings.smallBytes || Buffer.byteLength(text) > settings.smallBytes;
    const lane = isLarge ? 'large' : 'small';
    return (pools[lane] ??= openPool(lane, settings[lane]));
  };
  return {
    render: async (markdown) => {
      const result = await poolFor(markdown).run('render', markdown);
      if ('refusal' in result) throw new DocumentTooComplex(result.refusal);
      return { html: received(result.html), ...result.outline };
    },
    clean: async (html) => received(await poolFor(html).run('clean', html)),
    load: () => ({ small: pools.small?.load() ?? noLoad, large: pools.large?.load() ?? noLoad }),
    close: async () => {
      await Promise.all([pools.small?.close(), pools.large?.close()]);
    },
  };
}
