/** Whether the documents have their full size. `.ci/run` sets this variable. */
export const isFullSize = process.env['FULL_SIZE'] === 'yes';

/** Returns the number of repetitions in a large document, or of generated documents: a quarter unless FULL_SIZE is yes. */
export const size = (full: number): number => (isFullSize ? full : Math.ceil(full / 4));
