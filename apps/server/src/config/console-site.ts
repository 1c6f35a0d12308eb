import { fileURLToPath } from 'node:url';

/** The directory of the built console. */
export const consoleSite = fileURLToPath(
  new URL('dist/site/', import.meta.resolve('@portcullis/console/package.json')),
);
