import { availableParallelism } from 'node:os';

/** How a renderer works. Sizes are in bytes of UTF-8 unless they say otherwise. */
export interface MarkdownOptions {
  /** Whether raw HTML goes through the allow list. Default `true`. */
  readonly sanitize?: boolean;
  /** Documents larger than this are rendered in a worker thread. Default 32 KB. */
  readonly offLoopBytes?: number;
  /** Worker threads, made when first needed. Default: one less than there are cores, at least 1. */
  readonly workers?: number;
  /** Documents that may wait for a worker; one more is refused with `RendererBusy`. Default 16. */
  readonly maxWaiting?: number;
  /** What one attempt at a document may take in a worker, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
  /** What highlighting one code block may take before it becomes plain code, in milliseconds. Default 1,000. */
  readonly blockMs?: number;
  /** The same for all code blocks of a document together, in milliseconds. Default 2,000. */
  readonly documentMs?: number;
  /** Highlighted code that each thread remembers, in characters of HTML; 0: none. Default 4 M. */
  readonly cacheCharacters?: number;
  /** Heap a worker may use before it is replaced, in megabytes. Default 512. */
  readonly workerHeapMegabytes?: number;
}

export type Settings = Required<MarkdownOptions>;

/** The options, with the default of each one that is absent; `settingsOf({})` are the defaults. */
export const settingsOf = (options: MarkdownOptions): Settings => ({
  sanitize: true,
  offLoopBytes: 32 * 1024,
  workers: Math.max(1, availableParallelism() - 1),
  maxWaiting: 16,
  timeoutMs: 5000,
  blockMs: 1000,
  documentMs: 2000,
  cacheCharacters: 4 * 1024 * 1024,
  workerHeapMegabytes: 512,
  ...options,
});
