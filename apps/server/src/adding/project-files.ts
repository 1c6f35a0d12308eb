import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { say, type Terminal } from '../commands/terminal.ts';

/** The texts of files of a project by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Writes files, and prints a line about each. */
export function writeFiles(terminal: Terminal, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const verb = existsSync(path) ? 'changed' : 'wrote  ';
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    say(terminal, `${verb}  ${path}`);
  }
}
