import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { fileURLToPath } from 'node:url';

/** Creates the data directory. @throws {ConfigError} if it cannot be written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Checks, without creating it, that the data directory can be created or written to. @throws {ConfigError} */
export function requireUsableDataDir(dataDir: string): void {
  try {
    let folder = resolve(dataDir);
    while (!existsSync(folder)) folder = dirname(folder);
    // The dot makes the call fail if this is a file.
    accessSync(join(folder, '.'), constants.W_OK);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('This is a file.'), { code: 'ENOTDIR' });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown): ConfigError {
  const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new ConfigError(`DATA_DIR takes a directory that can be written to, not '${dataDir}'${reason}.`);
}

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const packed = fromHere('../../console/');
const builtInClone = fromHere('../../../../console/dist/site/');

/** Returns the directory of the built console: in a clone the build output, otherwise the copy in the package. */
export const consoleSite = (): string => (existsSync(builtInClone) ? builtInClone : packed);
