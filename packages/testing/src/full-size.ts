// This package has no types of Node, because the in-memory world needs no Node.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const isFullSize = process.env['FULL_SIZE'] === 'yes';

/** Returns a number of generated cases, or the size of a document: a tenth unless `FULL_SIZE` is `yes`, as in `npm run test:all`. */
export const size = (full: number): number => (isFullSize ? full : Math.ceil(full / 10));
