import type { importEntries, ImportedEntry } from '@portcullis/application/internal/import-entries';
import type { ImportedRow, ImportSummary, RowReport } from '@portcullis/application/internal/imports/report';
import type { OwnResource } from '@portcullis/domain/internal/own-resource';
import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { validationFailed } from '../responses/http-error.ts';
import { Describe } from '../validation/descriptions.ts';
import { all, Flag, LongText, OneOf } from '../validation/fields.ts';
import * as schema from '../validation/schema.ts';
import { isObject, unknownFields, validate } from '../validation/validate.ts';
import type { BodyLimits } from '../body/receive-body.ts';
import type { AuthenticatedCall } from './calls.ts';
import { UnreadableFile } from './imports/unreadable-file.ts';
import { valuesOfCells, type EntryFormat } from './own-files.ts';
import { draftOf, type OwnRequests } from './own-requests.ts';
import { route, type Route } from './route.ts';

/** A row of a file before its values were read. A line that is not JSON has no values. */
export interface FileRow {
  readonly row: number;
  /** The cells of a row of CSV, or the values of a line of NDJSON. */
  readonly values: unknown;
}

/**
 * Reads the rows of a text.
 * @throws {UnreadableFile} if the text as a whole cannot be read
 */
type ReadRows = (format: EntryFormat, text: string, columns: readonly string[]) => AsyncIterable<FileRow>;

/** Maximum number of rows of one request. Each row is a transaction. */
const mostRows = 1000;

interface Imported extends Omit<ImportSummary, 'held-back'> {
  readonly rows: readonly Required<RowReport>[];
}

const rowError = schema.object<FieldError>({
  field: schema.withDescription(schema.text, 'The field; empty if the error belongs to none.'),
  message: schema.withDescription(schema.text, 'What is wrong.'),
});

const outcome = schema.object<Required<RowReport>>({
  row: schema.withDescription(schema.count, 'The number of the line.'),
  sourceId: schema.withDescription(schema.nullable(schema.text), 'The id or the value that names the entry.'),
  outcome: schema.withDescription(
    schema.oneOf(['added', 'changed', 'present', 'refused', 'held-back']),
    '`present`: the entry has these values already.',
  ),
  errors: schema.withDescription(schema.listOf(rowError), 'Why the row is refused.'),
});

const imported = schema.object<Imported>({
  added: schema.withDescription(schema.count, 'Number of created entries.'),
  changed: schema.withDescription(schema.count, 'Number of changed entries.'),
  present: schema.withDescription(schema.count, 'Number of entries that had these values already.'),
  refused: schema.withDescription(schema.count, 'Number of refused rows.'),
  rows: schema.withDescription(schema.listOf(outcome), 'What happened to each row.'),
});

/** Returns the cells of a row of CSV. */
const cellsOf = (row: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)]));

/** Returns a function that reads the entry of a row. */
export function entryReader(resource: OwnResource, requests: Pick<OwnRequests, 'Body' | 'Change' | 'columns'>) {
  const { Body, Change, columns } = requests;
  return (format: EntryFormat, by: string, { row, values }: FileRow): ImportedRow<ImportedEntry> => {
    if (!isObject(values))
      return { row, sourceId: null, errors: [{ field: '', message: 'This must be a JSON object.' }] };
    const given: Readonly<Record<string, unknown>> =
      format === 'csv' ? valuesOfCells(resource, cellsOf(values)) : { ...values };
    const { value, errors } = validate(Change, given);
    const [id, key] = [given['id'], given[by]];
    const sourceId = typeof key === 'string' ? key : typeof key === 'number' ? String(key) : null;
    const found = [...errors, ...unknownFields(given, columns)];
    if (found.length > 0) return { row, sourceId, errors: found };
    const entry = {
      id: typeof id === 'string' && id !== '' ? id.toLowerCase() : undefined,
      draft: draftOf(value),
      missing: validate(Body, given).errors,
    };
    return { row, sourceId: sourceId ?? '', value: entry };
  };
}

/** What the import of entries needs. */
export interface OwnImportOptions {
  readonly importEntries: ReturnType<typeof importEntries>;
  readonly readRows: ReadRows;
  readonly bodyLimits: BodyLimits;
  /** Returns which entries the caller may write with a permission. */
  readonly writable: (
    reach: AuthenticatedCall<never, never, never>['reach'],
    code: OwnResource['permissions']['create'],
  ) => ReturnType<AuthenticatedCall<never, never, never>['reach']>;
}

/** Returns the route that imports entries of a resource. */
export function ownImportRoute(
  resource: OwnResource,
  requests: OwnRequests,
  { importEntries: importAll, readRows, bodyLimits, writable }: OwnImportOptions,
): Route {
  const { name, path, operations, permissions, uniqueFields, dataName } = resource;
  const readEntry = entryReader(resource, requests);
  class Import {
    @OneOf(['csv', 'ndjson']) @Describe('The format of the text.') format!: EntryFormat;
    @LongText() @Describe(`The rows, at most ${mostRows.toLocaleString('en')}.`) text!: string;
    by = 'id';
    @Flag() @Describe('Whether the rows are only checked.') dryRun = false;
  }
  all(
    OneOf(['id', ...uniqueFields]),
    Describe(
      'The field that names the entry of a row. A row without it, or with a value that no entry has, creates an entry; an unknown id is refused.',
    ),
  )(Import.prototype, 'by');
  Object.defineProperty(Import, 'name', { value: `Import${dataName}Body` });
  return route({
    method: 'POST',
    path: `${path}/import`,
    hasStrictQuery: true,
    operation: operations.import,
    // Repeating the request changes nothing, because its rows name their entries.
    idempotencyKey: 'ignored',
    summary: `Import resources ${name}`,
    description:
      'Each row creates or changes an entry in a transaction of its own, so that a refused row leaves nothing behind. Values that a row lacks do not change. `id`, `version` and times are not written. Send the rows with `dryRun` first: each row is checked against what is stored before the import, so that a unique value which an earlier row frees is refused, and nothing is stored.',
    access: 'authorized',
    anyRole: [],
    anyPermission: [permissions.create, permissions.update],
    evaluatesConditions: true,
    bodyLimits,
    body: Import,
    data: imported,
    handle: async ({ body: { format, text, by, dryRun: isDryRun }, caller: actor, reach }) => {
      const [creates, updates] = [await writable(reach, permissions.create), await writable(reach, permissions.update)];
      const rows = await rowsOf(readRows(format, text, requests.columns));
      const reports: Required<RowReport>[] = [];
      const { added, changed, present, refused } = await importAll({
        actor,
        by,
        isDryRun,
        creates,
        updates,
        rows: rows.map((row) => readEntry(format, by, row)),
        report: (part) => void reports.push(...part.map((each) => ({ ...each, errors: each.errors ?? [] }))),
      });
      return { added, changed, present, refused, rows: reports };
    },
  });
}

/** @throws {HttpError} validation-failed, if the text cannot be read or has too many rows */
async function rowsOf(read: AsyncIterable<FileRow>): Promise<readonly FileRow[]> {
  const rows: FileRow[] = [];
  try {
    for await (const row of read) {
      rows.push(row);
      if (rows.length > mostRows) throw new UnreadableFile(`There are more than ${mostRows} rows.`);
    }
    return rows;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw validationFailed([{ field: 'text', message: error.message }]);
  }
}
