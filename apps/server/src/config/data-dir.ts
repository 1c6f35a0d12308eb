import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

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
