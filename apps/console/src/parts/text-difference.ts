import { diffLines } from 'diff';

/** Consecutive lines of the same kind. Lines of the kind `skipped` are in both texts, but not shown. */
export interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added' | 'skipped';
  readonly lines: readonly string[];
}

/** Number of unchanged lines that are shown before and after a change. */
const context = 2;

function fold(lines: readonly string[], isFirst: boolean, isLast: boolean): DifferencePart[] {
  const head = isFirst ? 0 : context;
  const tail = isLast ? 0 : context;
  if (lines.length <= head + tail + 1) return [{ kind: 'same', lines }];
  const parts: DifferencePart[] = [
    { kind: 'same', lines: lines.slice(0, head) },
    { kind: 'skipped', lines: lines.slice(head, lines.length - tail) },
    { kind: 'same', lines: lines.slice(lines.length - tail) },
  ];
  return parts.filter((part) => part.lines.length > 0);
}

const linesOf = (text: string): string[] => text.replace(/\n$/u, '').split('\n');

/**
 * @returns the difference of two texts by lines. Unchanged lines that are far from a change have the kind `skipped`.
 */
export function textDifference(before: string, after: string): DifferencePart[] {
  // Two long texts without common lines would take minutes to compare. After 2 s, all lines count as changed.
  const changes = diffLines(before, after, { timeout: 2000 }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return changes.flatMap(({ value, added, removed }, index): DifferencePart[] => {
    const lines = linesOf(value);
    if (removed) return [{ kind: 'removed', lines }];
    if (added) return [{ kind: 'added', lines }];
    return fold(lines, index === 0, index === changes.length - 1);
  });
}
