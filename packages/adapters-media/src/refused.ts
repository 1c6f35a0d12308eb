import type { Refusal } from '@portcullis/domain/internal/shared/errors';

/** The refusals of files. */
export type FileRefusal = Extract<
  Refusal,
  'media-type-unsupported' | 'media-unreadable' | 'media-too-large' | 'media-busy'
>;

/** A file is refused. The message is shown to the person who uploads it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}

/** Returns the refusal of a picture that cannot be decoded. */
export const damaged = (options?: ErrorOptions): Refused =>
  new Refused('media-unreadable', 'This picture is damaged: it cannot be decoded.', options);

/** Returns the refusal of a file that exceeds the limits of a process. */
export const tooCostly = (options?: ErrorOptions): Refused =>
  new Refused('media-too-large', 'This file needs too much time or memory to be processed.', options);
