import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rulesScriptOf, scriptPathOf, type ConsoleScreen } from '@portcullis/adapters-http/internal/routes/console';
import { ConfigError } from '../config/config-error.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import type { ResourceModule } from './resource-module.ts';

/**
 * Reads the scripts of the console screens of modules, and the rules of their forms.
 * @returns the contents of the files, by the paths at which they are served
 * @throws {ConfigError} if a file cannot be read, or two files of a prefix have the same name
 */
export async function readConsoleScripts(modules: readonly ResourceModule[]): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, string>();
  const contents = new Map<string, Buffer>();
  for (const { name, console = {} } of modules) {
    for (const own of console.resources ?? []) {
      const rules = rulesScriptOf(own);
      if (rules !== undefined) contents.set(rules.path, Buffer.from(rules.code));
    }
    for (const screen of console.screens ?? []) {
      const path = scriptPathOf(screen);
      const other = files.get(path) ?? screen.script.href;
      if (other !== screen.script.href)
        throw new ConfigError(`The module ${name} has a script with the name of another one: ${screen.script.href}.`);
      files.set(path, other);
      contents.set(path, await contentsOf(name, screen));
    }
  }
  return contents;
}

async function contentsOf(name: string, { script }: ConsoleScreen): Promise<Buffer> {
  try {
    return await readFile(fileURLToPath(script));
  } catch (error) {
    throw new ConfigError(`The script of the module ${name} cannot be read: ${oneLineMessage(error)}.`);
  }
}
