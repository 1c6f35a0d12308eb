import { availableParallelism, totalmem } from 'node:os';

/** What one conversion may use. Times are in milliseconds of CPU time of the thread that converts. */
export interface Bounds {
  /** The whole conversion; beyond it the document is refused with `RenderTimeout`. */
  readonly cpuMs: number;
  /** Highlighting all code blocks together; beyond it the remaining blocks are plain code. */
  readonly highlightMs: number;
  /** Highlighting one code block; beyond it the block is plain code. */
  readonly blockMs: number;
}

/** How a renderer works. Sizes are in bytes of UTF-8 unless they say otherwise. */
export interface MarkdownOptions {
  /** Whether raw HTML goes through the allow list. Default `true`. */
  readonly sanitize?: boolean;
  /** Documents up to this size use the small lane, larger ones the large lane. Default 32 KB. */
  readonly smallBytes?: number;
  /** Default 1 s of CPU time, half of it for highlighting. */
  readonly small?: Bounds;
  /** Default 30 s of CPU time, half of it for highlighting, 1 s for one code block. */
  readonly large?: Bounds;
  /** Time on the clock after which a conversion is refused on any machine, in milliseconds. Default 60,000. */
  readonly clockMs?: number;
  /** Worker threads of each lane. Default: one less than there are cores, as many as the memory holds, at least 1. */
  readonly threadsPerLane?: number;
  /** Documents that may wait in each lane; one more is refused with `RendererBusy`. Default 16. */
  readonly maxWaiting?: number;
  /** Highlighted code that each thread keeps in its cache, in characters of HTML; 0: no cache. Default 4 M. */
  readonly cacheCharacters?: number;
  /** Heap of one worker thread, in megabytes; a thread that needs more is replaced. Default 512. */
  readonly heapMegabytes?: number;
}

export type Settings = Required<MarkdownOptions>;

/** The options, with the default of each one that is absent. */
export function settingsOf(options: MarkdownOptions): Settings {
  const heapMegabytes = options.heapMegabytes ?? 512;
  return {
    sanitize: true,
    smallBytes: 32 * 1024,
    small: { cpuMs: 1000, highlightMs: 500, blockMs: 500 },
    large: { cpuMs: 30_000, highlightMs: 15_000, blockMs: 1000 },
    clockMs: 60_000,
    threadsPerLane: threadsFor(heapMegabytes),
    maxWaiting: 16,
    cacheCharacters: 4 * 1024 * 1024,
    heapMegabytes,
    ...options,
  };
}

/** Memory of the process for everything but worker threads, in megabytes. */
export const reservedMegabytes = 512;

/** The number of threads in each of two lanes whose heaps fit into the memory of the machine or container. */
function threadsFor(heapMegabytes: number): number {
  // Without a limit the operating system reports a number beyond every machine's memory, or 0.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 / 1024;
  const fitting = Math.floor((memory - reservedMegabytes) / heapMegabytes / 2);
  return Math.max(1, Math.min(availableParallelism() - 1, fitting));
}
