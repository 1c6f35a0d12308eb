import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const packed = fromHere('../../console/');
const builtInClone = fromHere('../../../../console/dist/site/');

/** Returns the directory of the built console: in a clone the build output, otherwise the copy in the package. */
export const consoleSite = (): string => (existsSync(builtInClone) ? builtInClone : packed);
