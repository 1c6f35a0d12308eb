import type { PreparedFile, PreparedVariant } from '@portcullis/application/internal/ports/media-files';
import type { MediaFocus, MediaFormat, MediaPreset } from '@portcullis/domain/internal/media/media-file';
import type { FileRefusal } from './refused.ts';

/** The limits of a job. */
export interface JobLimits {
  /** Maximum number of pixels of a picture: width times height times the number of frames. */
  readonly maxPixels: number;
  /** Maximum CPU time of the process, in milliseconds. */
  readonly cpuMs: number;
  /** Maximum resident memory of the process, in bytes. */
  readonly memoryBytes: number;
}

/** The job that determines the format of a file, and writes a picture again. */
export interface PrepareTask {
  readonly job: 'prepare';
  readonly path: string;
  /** The accepted formats. */
  readonly formats: readonly MediaFormat[];
  /** Whether an SVG picture is converted to PNG. */
  readonly acceptsSvg: boolean;
}

/** The job that writes the variants of a picture. */
export interface VariantsTask {
  readonly job: 'variants';
  readonly path: string;
  readonly presets: readonly MediaPreset[];
  readonly focus: MediaFocus;
}

export type Task = PrepareTask | VariantsTask;

/** The results of jobs. */
export interface Results {
  readonly prepare: PreparedFile;
  readonly variants: readonly PreparedVariant[];
}

/** What a child process sends to its parent. It first sends `ready`, and then the outcome of each task. */
export type Report<Result = unknown> =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'result';
      readonly result: Result;
      /** The resident memory of the process, in bytes. */
      readonly rss: number;
    }
  | {
      readonly kind: 'refusal';
      readonly refusal: FileRefusal;
      readonly message: string;
      /** The error of the decoder, for the log; empty if there is none. */
      readonly cause: string;
    }
  | { readonly kind: 'error'; readonly message: string };

/**
 * The signal with which a child process ends itself when it exceeds a limit. `process.exit` would wait until the decoder
 * has finished.
 */
export const limitSignal = 'SIGVTALRM';
