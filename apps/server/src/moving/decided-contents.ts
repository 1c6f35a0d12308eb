import { readImportedContent } from '@portcullis/adapters-http/internal/routes/imports/imported-contents';
import type { ImportedContent } from '@portcullis/application/internal/imports/import-contents';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import { withAudience } from './audience.ts';
import type { RowWork, SourceContent } from './content-source.ts';
import { timestampOf } from './timestamps.ts';

export interface DecideOptions {
  readonly rowWork: RowWork;
  /** Whether HTML is kept, as contents of the type RICHTEXT. Otherwise it is converted to Markdown. */
  readonly keepHtml: boolean;
  /** Whether HTML of exports from here is not sanitised. */
  readonly trustHtml: boolean;
  /** The zone of times without a zone. */
  readonly timeZone: string;
  readonly now: Date;
}

/** A row of a file as it is imported, with lines about what differs from the source. */
export interface DecidedContent {
  readonly row: ImportedRow<ImportedContent>;
  /** The fields of the row; undefined if it is not readable. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly notes: readonly string[];
}

const times = ['createdAt', 'updatedAt', 'publishedAt', 'publishAt', 'unpublishAt'];

/** Decides what is imported of a content that a file has: for whom it is, when, and in which form. */
export async function decidedContent(given: SourceContent, options: DecideOptions): Promise<DecidedContent> {
  const { row, reason = 'This row is not valid JSON.' } = given;
  const refused = (field: string, message: string): DecidedContent => ({
    row: { row, sourceId: sourceIdOf(given.fields), errors: [{ field, message }] },
    fields: given.fields,
    notes: [],
  });
  if (given.fields === undefined) return refused('', reason);
  const zoned = times.flatMap((name) =>
    given.fields?.[name] === undefined ? [] : [[name, timestampOf(given.fields[name], options.timeZone)] as const],
  );
  const { fields, note, error } = withAudience(
    { ...given, fields: { ...given.fields, ...Object.fromEntries(zoned) } },
    options.now,
  );
  if (error !== undefined) return refused(error.field, error.message);
  try {
    const converted = await bodyOf({ ...given, fields }, options);
    const all = { ...fields, ...converted.fields };
    const notes = [...(note === undefined ? [] : [note]), ...(given.notes ?? []), ...converted.notes];
    return { row: readImportedContent(row, all), fields: all, notes };
  } catch (cause) {
    // One text that cannot be converted does not end the import.
    return refused('contentMd', cause instanceof Error ? cause.message : String(cause));
  }
}

const sourceIdOf = (fields: SourceContent['fields']): string | null =>
  typeof fields?.['sourceId'] === 'string' ? fields['sourceId'] : null;

async function bodyOf(
  { source, fields }: SourceContent,
  { rowWork, keepHtml, trustHtml }: DecideOptions,
): Promise<Pick<DecidedContent, 'notes'> & { readonly fields: object }> {
  if (source !== undefined) return rowWork.convertText(source, keepHtml);
  const html = fields?.['contentHtml'];
  const isClean = trustHtml || typeof html !== 'string';
  return { fields: isClean ? {} : { contentHtml: await rowWork.cleanHtml(html) }, notes: [] };
}
