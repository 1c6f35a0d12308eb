import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'mocha';
import { root } from '../architecture/files.ts';

const folder = join(root, '../shared/corpora');

/** Hostile and odd inputs that others collected, where they lie beside the checkout; else the test is skipped. */
export function corpus<Item>(test: Context, file: string): readonly Item[] {
  if (!existsSync(folder)) test.skip();
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

/** Every n-th: a sample that is the same on each run. */
export const sample = <Item>(items: readonly Item[], every: number): readonly Item[] =>
  items.filter((_item, index) => index % every === 0);
