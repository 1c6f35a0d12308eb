import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A case of a fixture file in the format of markdown-it. A title comes first. The input and the output follow, between
 * lines that contain a single dot.
 */
export interface Fixture {
  readonly title: string;
  readonly input: string;
  readonly output: string;
}

const folder = join(import.meta.dirname, '../../../test/fixtures');

export function readFixtures(name: string): Fixture[] {
  const parts = readFileSync(join(folder, name), 'utf8').split(/^\.\n/m);
  const fixtures: Fixture[] = [];
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [title = '', input = '', output = ''] = parts.slice(index, index + 3);
    // Only the last line is the title. Lines above it describe the file.
    fixtures.push({ title: title.trim().split('\n').at(-1) ?? '', input, output });
  }
  return fixtures;
}
