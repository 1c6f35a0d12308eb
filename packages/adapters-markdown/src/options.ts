import { availableParallelism, totalmem } from 'node:os';

/** Limits of one conversion, in milliseconds of CPU time of the worker thread. */
export interface Bounds {
  /** Limit for the entire conversion. A document that exceeds this limit is refused with `RenderTimeout`. */
  readonly cpuMs: number;
  /**
   * Limit for highlighting all code blocks. After this time, the current block and all later blocks are shown as plain
   * code.
   */
  readonly highlightMs: number;
  /** Limit for highlighting one code block. A block that exceeds this limit is shown as plain code. */
  readonly blockMs: number;
}

/**
 * Options of `createMarkdownRenderer`. A lane is a pool of worker threads for small or for large documents. Sizes are
 * in bytes of UTF-8 unless stated otherwise.
 */
export interface MarkdownOptions {
  /** Whether raw HTML is sanitised with an allow list. Default `true`. */
  readonly sanitize?: boolean;
  /**
   * Documents up to this size are converted in the small lane, and larger documents in the large lane. Default 32 KB.
   */
  readonly smallBytes?: number;
  /** Limits in the small lane. Default 1 s for a conversion, including up to 500 ms for highlighting. */
  readonly small?: Bounds;
  /**
   * Limits in the large lane. Default 30 s for a conversion, including up to 15 s for highlighting and 1 s for each
   * code block.
   */
  readonly large?: Bounds;
  /** Wall-clock time after which a conversion is refused, in milliseconds. Default 60,000. */
  readonly clockMs?: number;
  /**
   * Number of worker threads in each lane. Default: the number of cores minus one, or fewer if the heaps of all threads
   * would not fit into memory, but at least 1.
   */
  readonly threadsPerLane?: number;
  /**
   * Maximum number of waiting documents in each lane. Further documents are refused with `RendererBusy`. Default 16.
   */
  readonly maxWaiting?: number;
  /**
   * Maximum size of each thread's cache of highlighted code, in characters of HTML; 0 disables it. Default 4,194,304.
   */
  readonly cacheCharacters?: number;
  /**
   * Maximum heap of each worker thread, in megabytes. If a conversion needs more, its document is refused with
   * `RenderTimeout` and the thread is replaced. Default 512.
   */
  readonly heapMegabytes?: number;
}

/** The options of a renderer, with the defaults of absent ones. */
export type Settings = Required<MarkdownOptions>;

/** Adds the defaults of absent options. */
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

/** Memory reserved for everything in the process except its worker threads, in megabytes. */
export const reservedMegabytes = 512;

/**
 * Returns the number of threads per lane: the number of cores minus one, but at least 1. The number is lower if the
 * heaps of both lanes, together with `reservedMegabytes`, would not fit into the memory of the machine or container.
 */
function threadsFor(heapMegabytes: number): number {
  // If there is no limit, `constrainedMemory` returns 0 or a number that is larger than the memory of any machine.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 / 1024;
  const fitting = Math.floor((memory - reservedMegabytes) / heapMegabytes / 2);
  return Math.max(1, Math.min(availableParallelism() - 1, fitting));
}
