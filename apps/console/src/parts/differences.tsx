import { diffLines } from 'diff';
import { useMemo } from 'preact/hooks';
import { texts } from '../language/language.ts';

/** A value that differs between two versions of a resource. */
interface Difference {
  /** The path to the value, such as `roleIds` or `query.page`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns the values that differ, each with its path. A list is one value: its entries have no paths. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (isSame(before, after)) return [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differencesOf(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

function without(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const found = new Set(others.map((value) => JSON.stringify(value)));
  return values.filter((value) => !found.has(JSON.stringify(value)));
}

/** @returns the entries that only the old list contains, and the entries that only the new list contains. */
export const listChanges = (before: readonly unknown[], after: readonly unknown[]) => ({
  removed: without(before, after),
  added: without(after, before),
});

interface DifferenceViewProps {
  readonly before: unknown;
  readonly after: unknown;
  /** Returns the text to show for a string value. For the id of a role, for example, it is the name of the role. */
  readonly nameOf?: (value: string) => string;
}

/** Shows each value that differs between two versions, before and after the change. */
export function DifferenceView({ before, after, nameOf = (value) => value }: DifferenceViewProps) {
  const text = texts().common;
  const shown = (value: unknown): string => {
    if (value === undefined || value === null) return '–';
    return typeof value === 'string' ? nameOf(value) : JSON.stringify(value);
  };
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p class="quiet">{text.unchanged}</p>;
  return (
    <dl class="differences">
      {differences.map(({ path, before: old, after: now }) => {
        const lists =
          Array.isArray(old) && Array.isArray(now) ? listChanges(old, now) : { removed: [old], added: [now] };
        return (
          <div key={path}>
            {path === '' ? undefined : <dt>{path}</dt>}
            {lists.removed.map((value) => (
              <dd key={`-${shown(value)}`}>
                <del>
                  <span class="visually-hidden">{text.removed}: </span>
                  <bdi>{shown(value)}</bdi>
                </del>
              </dd>
            ))}
            {lists.added.map((value) => (
              <dd key={`+${shown(value)}`}>
                <ins>
                  <span class="visually-hidden">{text.added}: </span>
                  <bdi>{shown(value)}</bdi>
                </ins>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}

/** Consecutive lines of the same kind. Lines of the kind `skipped` are in both texts, but not shown. */
interface DifferencePart {
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

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Shows the lines of two texts, and marks the lines that only one of the texts contains. */
export function TextDifference({ before, after, label }: TextDifferenceProps) {
  const common = texts().common;
  const parts = useMemo(() => textDifference(before, after), [before, after]);
  const textOf = ({ lines }: DifferencePart): string => lines.join('\n') || `(${common.emptyValue})`;

  return (
    <div class="differences text-difference" role="region" aria-label={label} tabIndex={0}>
      {parts.map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'skipped') {
          return (
            <p key={key} class="quiet">
              {common.skippedLines({ count: part.lines.length })}
            </p>
          );
        }
        if (part.kind === 'same') return <pre key={key}>{textOf(part)}</pre>;
        return (
          <pre key={key}>
            {part.kind === 'removed' ? (
              <del>
                <span class="visually-hidden">{common.removed}: </span>
                <bdi>{textOf(part)}</bdi>
              </del>
            ) : (
              <ins>
                <span class="visually-hidden">{common.added}: </span>
                <bdi>{textOf(part)}</bdi>
              </ins>
            )}
          </pre>
        );
      })}
    </div>
  );
}
