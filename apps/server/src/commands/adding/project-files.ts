import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { say, type Terminal } from '../terminal.ts';

/** The width of lines in the files of a project. */
export const lineWidth = 120;

/** The texts of files of a project by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Returns the declaration of an exported list, in one line if it fits. */
export function listText(name: string, entries: readonly string[]): string {
  const line = `export const ${name} = [${entries.join(', ')}];\n`;
  return line.length <= lineWidth + 1
    ? line
    : `export const ${name} = [\n${entries.map((each) => `  ${each},\n`).join('')}];\n`;
}

/** Writes files, and prints a line about each. */
export function writeFiles(terminal: Terminal, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const verb = existsSync(path) ? 'changed' : 'wrote  ';
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    say(terminal, `${verb}  ${path}`);
  }
}
