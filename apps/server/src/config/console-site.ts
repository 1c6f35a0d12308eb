import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const packed = fromHere('../../console/');
const builtInClone = fromHere('../../../../console/dist/site/');

/** The directory of the built console: in a clone that of its own build, else the copy that the package has. */
export const consoleSite = (): string => (existsSync(builtInClone) ? builtInClone : packed);
