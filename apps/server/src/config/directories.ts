import { accessSync, constants, mkdirSync, existsSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { fileURLToPath } from 'node:url';

/** Creates the data directory. @throws {ConfigError} if it cannot be written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError(`DATA_DIR takes a directory that can be written to, not '${dataDir}'${reason}.`);
  }
}

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const packed = fromHere('../../console/');
const builtInClone = fromHere('../../../../console/dist/site/');

/** Returns the directory of the built console: in a clone the build output, otherwise the copy in the package. */
export const consoleSite = (): string => (existsSync(builtInClone) ? builtInClone : packed);
