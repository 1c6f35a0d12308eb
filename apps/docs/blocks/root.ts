import { fileURLToPath } from 'node:url';

/** The root of the repository, derived from the path of the compiled file. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));
