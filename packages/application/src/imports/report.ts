import type { FieldError } from '@portcullis/domain';

/** A row of an imported file. Invalid rows have errors instead of a value. */
export type ImportedRow<Value> =
  | { readonly row: number; readonly sourceId: string; readonly value: Value }
  | { readonly row: number; readonly sourceId: string | null; readonly errors: readonly FieldError[] };

/**
 * What happened to a row. `added`: it was added, or would be added. `changed`: an entry was changed, or would be changed.
 * `present`: an earlier import has added it, or the entry is the same already. `refused`: it has errors. `held-back`: another row of the same transaction was refused.
 */
export interface RowReport {
  readonly row: number;
  readonly sourceId: string | null;
  readonly outcome: 'added' | 'changed' | 'present' | 'refused' | 'held-back';
  readonly errors?: readonly FieldError[];
}

/** Changes the reports of a transaction of which a row was refused: rows that would have been added are held back. */
export const withoutAdded = <Report extends RowReport>(reports: readonly Report[]): readonly Report[] =>
  reports.map((each) => (each.outcome === 'added' ? { ...each, outcome: 'held-back' } : each));

/** The error of a value that an earlier row of the file has too. */
export const repeatedValue = (field: string): FieldError => ({
  field,
  message: 'An earlier row of this file has the same value.',
});

/** The number of rows with each outcome. */
export type ImportSummary = Readonly<Record<RowReport['outcome'], number>>;

export const emptySummary: ImportSummary = { added: 0, changed: 0, present: 0, refused: 0, 'held-back': 0 };

/** Adds the outcomes of rows to a summary. */
export const withReports = (summary: ImportSummary, reports: readonly RowReport[]): ImportSummary =>
  reports.reduce((sum, { outcome }) => ({ ...sum, [outcome]: sum[outcome] + 1 }), summary);
