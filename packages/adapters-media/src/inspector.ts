import type { MediaInspector } from '@portcullis/application/internal/ports/media-files';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { type MediaFormat, mediaFormats } from '@portcullis/domain/internal/media/media-file';
import { createPool, type Load } from './process-pool.ts';
import { Refused } from './refused.ts';

/** Options of `mediaInspector`. */
export interface MediaInspectorOptions {
  /** The accepted formats. Default: `mediaFormats`. */
  readonly formats?: readonly MediaFormat[];
  /** Whether SVG pictures are converted to PNG. By default, they are refused. */
  readonly acceptsSvg?: boolean;
  /** Maximum number of pixels of a picture, counting all frames. Default: 100 million. */
  readonly maxPixels?: number;
  /** Maximum CPU time for a file in milliseconds. Default: 8,000. */
  readonly cpuMs?: number;
  /**
   * Maximum time for a file in milliseconds, whatever else the machine is doing. It is longer than the CPU time, because
   * the processes wait while requests need all cores. Default: 30,000.
   */
  readonly clockMs?: number;
  /** Maximum resident memory of a process in megabytes. Default: 512. */
  readonly memoryMegabytes?: number;
  /** Maximum number of processes. Default: 2. */
  readonly processes?: number;
  /** Maximum number of waiting files. Further files are refused. Default: 64. */
  readonly maxWaiting?: number;
  /** Maximum time that a file waits for a process in milliseconds. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Time after which a process without work is ended, in milliseconds. Default: 30,000. */
  readonly idleMs?: number;
}

/** A `MediaInspector` with processes of its own. */
export interface ClosableInspector extends MediaInspector {
  readonly load: () => Load;
  /** Waits for accepted files, then ends the processes. */
  readonly close: () => Promise<void>;
}

const megabyte = 1024 * 1024;

/**
 * Creates an inspector. Its processes start when there is a file to process.
 * @example
 * const options: MediaInspectorOptions = { acceptsSvg: true };
 * const inspector: ClosableInspector = mediaInspector(options);
 * const load: Load = inspector.load();
 * console.log(load); // { running: 0, waiting: 0 }
 */
export function mediaInspector({
  formats = mediaFormats,
  acceptsSvg = false,
  memoryMegabytes = 512,
  ...options
}: MediaInspectorOptions = {}): ClosableInspector {
  const pool = createPool({
    maxPixels: 100_000_000,
    cpuMs: 8000,
    clockMs: 30_000,
    memoryBytes: memoryMegabytes * megabyte,
    processes: 2,
    maxWaiting: 64,
    maxWaitMs: 60_000,
    idleMs: 30_000,
    ...options,
  });
  return {
    requireCapacity: () => {
      try {
        pool.requireCapacity();
      } catch (error) {
        throw toBusinessError(error);
      }
    },
    prepare: (path) => pool.run({ job: 'prepare', path, formats, acceptsSvg }).catch(rejectWithBusinessError),
    variants: (path, presets, focus) =>
      pool.run({ job: 'variants', path, presets, focus }).catch(rejectWithBusinessError),
    load: pool.load,
    close: pool.close,
  };
}

const toBusinessError = (error: unknown): unknown =>
  error instanceof Refused ? new BusinessError(error.refusal, error.message, undefined, { cause: error }) : error;

function rejectWithBusinessError(error: unknown): never {
  throw toBusinessError(error);
}
