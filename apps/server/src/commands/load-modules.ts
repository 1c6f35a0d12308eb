import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../config/config-error.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';

/**
 * Loads the modules that a file exports.
 * @param file relative to the working directory; undefined if there are none
 * @returns the export `modules` of the file
 * @throws {ConfigError} if the file cannot be loaded or exports something else
 */
export async function loadModules(file: string | undefined): Promise<readonly ResourceModule[]> {
  if (file === undefined) return [];
  const modules = await exportOf(file);
  if (Array.isArray(modules) && modules.every(isModule)) return modules;
  throw new ConfigError(`--modules takes a file that exports \`modules\`, a list of modules: '${file}' does not.`);
}

async function exportOf(file: string): Promise<unknown> {
  try {
    const exports: { readonly modules?: unknown } = await import(pathToFileURL(resolve(file)).href);
    return exports.modules;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The modules in '${file}' cannot be loaded: ${oneLineMessage(error)}.`);
  }
}

/** The names of modules are checked together with the rest of them. */
const isModule = (value: unknown): value is ResourceModule =>
  typeof value === 'object' && value !== null && ['name', 'routes', 'stores'].some((part) => part in value);
