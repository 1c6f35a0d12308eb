import type { ChangedFile } from './plan.ts';

type Line = readonly [mark: ' ' | '-' | '+', text: string];

const context = 3;

/**
 * Returns the lengths of the longest common subsequences: `lengths[i][j]` is the length for the suffixes that begin
 * with `before[i]` and `after[j]`.
 */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, next] = [lengths[i], lengths[i + 1]];
    if (row === undefined || next === undefined) continue;
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] = before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function linesOf(before: readonly string[], after: readonly string[]): readonly Line[] {
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push([' ', old]);
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      lines.push(['-', old]);
      i += 1;
    } else {
      lines.push(['+', fresh ?? '']);
      j += 1;
    }
  }
  return lines;
}

/**
 * Returns the ranges of lines that a diff shows: each change with the lines around it. Ranges that touch or overlap are
 * joined.
 */
function hunksOf(lines: readonly Line[]): readonly (readonly [start: number, end: number])[] {
  const hunks: [number, number][] = [];
  for (const [index, [mark]] of lines.entries()) {
    if (mark === ' ') continue;
    const [start, end] = [Math.max(0, index - context), Math.min(lines.length, index + context + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

const split = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.replace(/\n$/, '').split('\n');

/**
 * Returns the first line number and the number of lines of one side of a hunk, as a diff writes them.
 * If the side has no lines, the first number is that of the line before the hunk.
 * @param other the mark of the lines that only the other side contains
 */
function rangeOf(lines: readonly Line[], start: number, end: number, other: '-' | '+'): string {
  const count = (part: readonly Line[]): number => part.filter(([mark]) => mark !== other).length;
  const size = count(lines.slice(start, end));
  return `${count(lines.slice(0, start)) + (size === 0 ? 0 : 1)},${size}`;
}

/** Returns the unified diff of a file. `patch -p1` applies it. */
export function diffOf({ file, before, after }: ChangedFile): string {
  const lines = linesOf(split(before), split(after));
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${file}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${file}`}`,
  ];
  const body = hunksOf(lines).flatMap(([start, end]) => [
    `@@ -${rangeOf(lines, start, end, '+')} +${rangeOf(lines, start, end, '-')} @@`,
    ...lines.slice(start, end).map(([mark, text]) => `${mark}${text}`),
  ]);
  return [...head, ...body, ''].join('\n');
}
