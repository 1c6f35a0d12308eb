import { diffLines } from 'diff';
import { useMemo } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { storedChoice } from './stored-choice.ts';

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

/** A part of two texts: lines of one or both of them, or a note about what is not shown. */
export interface ShownPart {
  readonly kind: 'same' | 'removed' | 'added' | 'note';
  readonly text: string;
}

/** A line of the comparison. Removed lines and the lines that replace them are beside each other. */
interface Row {
  readonly kind: 'same' | 'changed' | 'note';
  readonly before?: string;
  readonly after?: string;
}

/** @returns the rows of a comparison: what was removed is in one row with what was added at the same place */
export function comparisonRows(parts: readonly ShownPart[]): readonly Row[] {
  const rows: Row[] = [];
  for (const { kind, text } of parts) {
    const last = rows.at(-1);
    if (kind === 'same') rows.push({ kind, before: text, after: text });
    else if (kind === 'note') rows.push({ kind, before: text });
    else if (kind === 'removed') rows.push({ kind: 'changed', before: text });
    else if (last?.kind === 'changed' && last.after === undefined) rows[rows.length - 1] = { ...last, after: text };
    else rows.push({ kind: 'changed', after: text });
  }
  return rows;
}

const layouts = ['inline', 'sides'] as const;

/** How comparisons are shown. Windows that are too narrow for two columns show all of them inline. */
const layout = storedChoice('portcullis.comparison', layouts);

/** The buttons that choose whether comparisons are shown inline or side by side. */
export function ComparisonSwitch() {
  const { comparison } = texts().common;
  return (
    <div class="comparison-switch panes-switch" role="group" aria-label={comparison.label}>
      {layouts.map((name) => (
        <button key={name} type="button" aria-pressed={layout.get() === name} onClick={() => layout.set(name)}>
          {comparison[name]}
        </button>
      ))}
    </div>
  );
}

function RowView({ kind, before, after, areVersions }: Row & { readonly areVersions: boolean }) {
  const { removed, added, keepMine, takeTheirs } = texts().common;
  if (kind === 'note') return <p class="quiet">{before}</p>;
  if (kind === 'same')
    return (
      <div class="comparison-row is-same">
        <pre>{before}</pre>
        <pre aria-hidden="true">{after}</pre>
      </div>
    );
  return (
    <div class="comparison-row">
      <pre>
        {before === undefined ? undefined : (
          <del>
            <span class="visually-hidden">{areVersions ? takeTheirs : removed}: </span>
            <bdi>{before}</bdi>
          </del>
        )}
      </pre>
      <pre>
        {after === undefined ? undefined : (
          <ins>
            <span class="visually-hidden">{areVersions ? keepMine : added}: </span>
            <bdi>{after}</bdi>
          </ins>
        )}
      </pre>
    </div>
  );
}

interface ComparisonProps extends Pick<TextDifferenceProps, 'label' | 'areVersions'> {
  readonly parts: readonly ShownPart[];
}

/** Shows the parts of two texts inline or side by side. */
export const Comparison = ({ parts, label, areVersions = false }: ComparisonProps) => (
  <div
    class={areVersions ? 'differences text-difference are-versions' : 'differences text-difference'}
    data-layout={layout.get()}
    role="region"
    aria-label={label}
    tabIndex={0}
  >
    {comparisonRows(parts).map((row, index) => (
      <RowView key={`${index} ${row.kind}`} {...row} areVersions={areVersions} />
    ))}
  </div>
);

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
  /** True if the texts are the versions of two people, of whom neither has removed what the other has added. */
  readonly areVersions?: boolean;
}

/** Shows the lines of two texts, and marks the lines that only one of the texts contains. */
export function TextDifference({ before, after, label, areVersions = false }: TextDifferenceProps) {
  const common = texts().common;
  const parts = useMemo(() => textDifference(before, after), [before, after]);
  const shown = parts.map(
    ({ kind, lines }): ShownPart =>
      kind === 'skipped'
        ? { kind: 'note', text: common.skippedLines({ count: lines.length }) }
        : { kind, text: lines.join('\n') || `(${common.emptyValue})` },
  );
  return <Comparison parts={shown} label={label} areVersions={areVersions} />;
}
