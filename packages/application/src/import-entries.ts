import {
  storedValues,
  uniqueKeyOf,
  type OwnDraft,
  type OwnEntity,
  type OwnResource,
} from '@portcullis/domain/internal/own-resource';
import { comparedValue } from '@portcullis/domain/internal/own-fields';
import { comparison } from '@portcullis/domain/internal/conditions/condition';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, type FieldError } from '@portcullis/domain/internal/shared/errors';
import { isId } from '@portcullis/domain/internal/shared/ids';
import type { OwnUseCases } from './own-resources.ts';
import type { OwnViews } from './ports/own-resources.ts';
import type { CallerReach } from './reach.ts';
import { batchesOf } from './imports/batches.ts';
import {
  emptySummary,
  repeatedValue,
  withReports,
  type ImportedRow,
  type ImportSummary,
  type RowReport,
} from './imports/report.ts';

/** An entry of an imported file. The values that it has are valid by themselves. */
export interface ImportedEntry {
  /** Undefined if the file does not name the entry. */
  readonly id: string | undefined;
  readonly draft: OwnDraft;
  /** The errors of the entry if it must be created, because values are missing. */
  readonly missing: readonly FieldError[];
}

/** What `importEntries` needs. */
export interface ImportEntriesInput {
  readonly actor: Actor;
  readonly rows: AsyncIterable<ImportedRow<ImportedEntry>> | Iterable<ImportedRow<ImportedEntry>>;
  /** `id`, or a field whose values occur once. */
  readonly by: string;
  readonly isDryRun: boolean;
  /** What the caller reaches. Undefined: everything. */
  readonly creates?: CallerReach | undefined;
  readonly updates?: CallerReach | undefined;
  readonly report: (rows: readonly RowReport[]) => Promise<void> | void;
}

interface Dependencies {
  readonly views: OwnViews;
  /** The use cases whose transactions are committed, or those whose transactions are not. */
  readonly useCases: (isDryRun: boolean) => Pick<OwnUseCases, 'create' | 'update'>;
}

/** The fields of an entry as they are stored. */
type StoredValues = ReturnType<typeof storedValues>;

/** Number of rows after which the outcomes are reported. */
const reported = 100;

/**
 * Imports entries of a resource that is defined with `defineResource`. A row changes the entry that it names by its id or by
 * a unique field, or creates one. Each row is a transaction, so that a refused row leaves nothing behind. A dry run executes
 * the same transactions without committing them.
 */
export const importEntries =
  (
    { fields, uniques, notFound }: Pick<OwnResource, 'fields' | 'uniques' | 'notFound'>,
    { views, useCases }: Dependencies,
  ) =>
  async ({ rows, by, isDryRun, report, ...input }: ImportEntriesInput): Promise<ImportSummary> => {
    const { create, update } = useCases(isDryRun);
    const seen = new Set<string>();
    const isRepeated = (names: readonly string[], value: string | undefined): boolean => {
      const key = JSON.stringify([names, value]);
      return value !== undefined && (seen.has(key) || !seen.add(key));
    };
    const find = async ({ id }: ImportedEntry, values: StoredValues): Promise<OwnEntity | undefined> => {
      if (by === 'id') return id !== undefined && isId(id) ? views.find(id) : undefined;
      const compared = fields[by] && comparedValue(fields[by], values[by]);
      const value = compared instanceof Date ? compared.toISOString() : compared;
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      const filter = comparison(by, 'eq', value);
      const [found] = (await views.list({ page: 1, pageSize: 1, filter })).items;
      // Decimals with many digits are compared as numbers, of which several decimals are equal to one.
      if (found === undefined) return undefined;
      return uniqueKeyOf(fields, [by], found) === uniqueKeyOf(fields, [by], values) ? found : undefined;
    };
    const write = async (
      value: ImportedEntry,
      values: StoredValues,
    ): Promise<RowReport['outcome'] | readonly FieldError[]> => {
      const stored = await find(value, values);
      const { actor, creates, updates } = input;
      if (stored !== undefined) {
        const change = { actor, id: stored.id, ifMatch: undefined, change: value.draft, reach: updates };
        return (await update(change)).version === stored.version ? 'present' : 'changed';
      }
      if (by === 'id' && value.id !== undefined) throw new BusinessError(notFound, 'There is no such entry.');
      if (value.missing.length > 0) return value.missing;
      await create({ actor, draft: value.draft, reach: creates });
      return 'added';
    };
    const importRow = async (row: ImportedRow<ImportedEntry>): Promise<RowReport> => {
      const { row: number, sourceId } = row;
      const refused = (errors: readonly FieldError[]): RowReport => ({
        row: number,
        sourceId,
        outcome: 'refused',
        errors,
      });
      if (!('value' in row)) return refused(row.errors);
      const values = storedValues(fields, row.value.draft);
      const repeated = uniques.filter((names) => isRepeated(names, uniqueKeyOf(fields, names, values))).flat();
      if (isRepeated(['id'], row.value.id)) repeated.unshift('id');
      if (repeated.length > 0) return refused([...new Set(repeated)].map(repeatedValue));
      try {
        const outcome = await write(row.value, values);
        return typeof outcome === 'string' ? { row: number, sourceId, outcome } : refused(outcome);
      } catch (error) {
        if (!(error instanceof BusinessError)) throw error;
        return refused(areErrors(error.details) ? error.details : [{ field: '', message: error.message }]);
      }
    };
    let summary = emptySummary;
    for await (const batch of batchesOf(rows, reported)) {
      const reports: RowReport[] = [];
      for (const row of batch) reports.push(await importRow(row));
      await report(reports);
      summary = withReports(summary, reports);
    }
    return summary;
  };

const areErrors = (details: unknown): details is readonly FieldError[] =>
  Array.isArray(details) && details.length > 0 && details.every((each) => typeof each === 'object' && 'field' in each);
