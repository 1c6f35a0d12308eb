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
