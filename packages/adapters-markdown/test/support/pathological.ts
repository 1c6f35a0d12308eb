import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A recipe for a document on which some parser was slow. */
export interface Recipe {
  readonly name: string;
  readonly parts?: readonly (readonly [text: string, times: number])[];
  /** Depth of nested lists. */
  readonly indent_lists?: number;
  /** Maximum length of runs of backticks. */
  readonly backticks?: number;
  /** Number of link definitions, and of references to the first one. */
  readonly refs?: number;
  readonly uses?: number;
  readonly badhash_refs?: number;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

export function build({
  parts = [],
  indent_lists = 0,
  backticks = 0,
  refs = 0,
  uses = 0,
  badhash_refs = 0,
}: Recipe): string {
  return [
    parts.map(([text, times]) => text.repeat(times)).join(''),
    lines(indent_lists, (depth) => `${'  '.repeat(depth)}* a\n`),
    lines(backticks, (length) => `e${'`'.repeat(length)}`),
    lines(refs, (index) => `[r${index}]: /u\n`) + '[r0] '.repeat(uses),
    lines(badhash_refs, (index) => `[k${index}]: /u\n\n`),
  ].join('');
}

const corpus = join(import.meta.dirname, '../../../../../../shared/corpora/markdown-pathological.json');
/** The collected recipes of other projects, or an empty list if the file does not exist. */
export const collected: readonly Recipe[] = existsSync(corpus) ? JSON.parse(readFileSync(corpus, 'utf8')) : [];
