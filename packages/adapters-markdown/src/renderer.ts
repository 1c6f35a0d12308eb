import type { MarkdownRenderer } from '@portcullis/application';
import { DocumentTooComplex } from './errors.ts';
import { settingsOf, type Bounds, type MarkdownOptions } from './options.ts';
import { createPool, type Load, type Pool } from './pool.ts';
import { received } from './wire.ts';

/** The port, with an end. `render` and `clean` throw `RendererBusy` and `RenderTimeout`, `render` also `DocumentTooComplex`. */
export interface ClosableRenderer extends MarkdownRenderer {
  /** The documents of each lane. */
  readonly load: () => Readonly<Record<Lane, Load>>;
  /** Waits for the documents that have been accepted, then ends the worker threads. To be called last. */
  readonly close: () => Promise<void>;
}

type Lane = 'small' | 'large';

const noLoad: Load = { running: 0, waiting: 0 };

/**
 * Markdown to HTML (specification, section 4.6). Every document is converted in a worker thread; small documents have threads
 * of their own, so that they never wait for large ones. The threads of a lane are started with its first document.
 */
export function createMarkdownRenderer(options: MarkdownOptions = {}): ClosableRenderer {
  const settings = settingsOf(options);
  const pools: Partial<Record<Lane, Pool>> = {};
  const openPool = (lane: Lane, { cpuMs, ...highlighting }: Bounds): Pool =>
    createPool({
      module: new URL('./worker.js', import.meta.url),
      threads: settings.threadsPerLane,
      // The next small document must not wait until a thread has been started.
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
    // The bytes of megabytes would take 20 ms to count, and a character is at least one.
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
