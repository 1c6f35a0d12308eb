/** Whether the documents have their full size. `npm run test:all` sets this variable. */
export const isFullSize = process.env['FULL_SIZE'] === 'yes';

/** Returns the number of repetitions in a large document, or of generated documents: a tenth unless FULL_SIZE is yes. */
export const size = (full: number): number => (isFullSize ? full : Math.ceil(full / 10));
