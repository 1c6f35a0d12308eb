import { availableParallelism, totalmem } from 'node:os';

/** Limits of one conversion, in milliseconds of CPU time of the converting thread. */
export interface Bounds {
  /** Limit of the whole conversion. A document that exceeds it is refused with `RenderTimeout`. */
  readonly cpuMs: number;
  /** Limit of highlighting all code blocks. When it is reached, the current block and the remaining ones are plain code. */
  readonly highlightMs: number;
  /** Limit of highlighting one code block. A block that exceeds it is plain code. */
  readonly blockMs: number;
}

/**
 * Options of `createMarkdownRenderer`. A lane is a pool of worker threads for small or for large documents. Sizes are
 * in bytes of UTF-8 unless stated otherwise.
 */
export interface MarkdownOptions {
  /** Whether raw HTML is sanitised by an allow list. Default `true`. */
  readonly sanitize?: boolean;
  /** Documents up to this size are converted by the small lane, larger ones by the large lane. Default 32 KB. */
  readonly smallBytes?: number;
  /** Limits in the small lane. Default 1 s of CPU time, half of it for highlighting. */
  readonly small?: Bounds;
  /** Limits in the large lane. Default 30 s of CPU time, half of it for highlighting, 1 s for one code block. */
  readonly large?: Bounds;
  /** Wall-clock time after which a conversion is refused, in milliseconds. Default 60,000. */
  readonly clockMs?: number;
  /** Number of worker threads in each lane. Default: the number of cores minus one, but not more than fit into memory, and at least 1. */
  readonly threadsPerLane?: number;
  /** Maximum number of documents that wait in each lane. Further documents are refused with `RendererBusy`. Default 16. */
  readonly maxWaiting?: number;
  /** Size of each thread's cache of highlighted code, in characters of HTML; 0 disables it. Default 4 M. */
  readonly cacheCharacters?: number;
  /** Maximum heap of each worker thread, in megabytes. A thread that needs more is replaced. Default 512. */
  readonly heapMegabytes?: number;
}

export type Settings = Required<MarkdownOptions>;

/** Returns the options, with defaults for options that are absent. */
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
 * Returns the number of threads per lane. The heaps of the threads of both lanes fit into the memory of the machine or
 * container, unless even one thread per lane does not.
 */
function threadsFor(heapMegabytes: number): number {
  // If there is no limit, `constrainedMemory` returns 0 or a number larger than any machine's memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 / 1024;
  const fitting = Math.floor((memory - reservedMegabytes) / heapMegabytes / 2);
  return Math.max(1, Math.min(availableParallelism() - 1, fitting));
}
