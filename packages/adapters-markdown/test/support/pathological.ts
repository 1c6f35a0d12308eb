import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { size } from './size.ts';

/** Describes a document whose conversion takes very long if an algorithm takes quadratic time or longer. */
export interface Recipe {
  readonly name: string;
  readonly parts?: readonly (readonly [text: string, times: number])[];
  /** Depth of nested lists. */
  readonly nestedLists?: number;
  /** Number of sequences of backticks; each sequence has one backtick more than the previous one. */
  readonly backticks?: number;
  /** Number of link definitions in one paragraph. */
  readonly definitions?: number;
  /** Number of references to the first definition. */
  readonly references?: number;
  /** Number of link definitions with a blank line after each. */
  readonly separateDefinitions?: number;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

export function build({
  parts = [],
  nestedLists = 0,
  backticks = 0,
  definitions = 0,
  references = 0,
  separateDefinitions = 0,
}: Recipe): string {
  return [
    parts.map(([text, times]) => text.repeat(size(times))).join(''),
    lines(size(nestedLists), (depth) => `${'  '.repeat(depth)}* a\n`),
    lines(size(backticks), (length) => `e${'`'.repeat(length)}`),
    lines(size(definitions), (index) => `[r${index}]: /u\n`) + '[r0] '.repeat(size(references)),
    lines(size(separateDefinitions), (index) => `[k${index}]: /u\n\n`),
  ].join('');
}

const fixture = join(import.meta.dirname, '../../../test/fixtures/pathological.json');
/** The documents from other projects. `test/fixtures/ORIGIN.md` names their sources. */
export const collected: readonly Recipe[] = JSON.parse(readFileSync(fixture, 'utf8'));
