import { ContentChanged, shortBytes, type LongField } from '@portcullis/application/internal/ports/contents';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { large, type Reader, sql, type Statement, withoutColumn } from '../postgres/reader.ts';

/**
 * The fields of a content that may be long, each with its column, the SQL expression for its text, and the format of
 * its text.
 */
const fields = {
  contentMd: { column: 't.content_md', text: 't.content_md', format: 'text' },
  contentHtml: { column: 't.content_html', text: 't.content_html', format: 'text' },
  contentRaw: { column: 't.content_raw', text: 't.content_raw', format: 'text' },
  toc: { column: 't.toc', text: 't.toc::text', format: 'json' },
} as const;

type FieldName = keyof typeof fields;
const names = Object.keys(fields).filter((name): name is FieldName => name in fields);

/**
 * The sizes of the long fields in bytes, and the row version (`xmin`) of the content. The size of a short field is
 * null.
 */
type LongSizes = { readonly row: string } & Readonly<Record<FieldName, number | null>>;

/**
 * The stored size in bytes below which the JSON in the column `toc` (the table of contents) is surely short. A long
 * field has more than a quarter of `shortBytes`, and PostgreSQL compresses JSON at most 80-fold. The size of JSON below
 * this limit counts as 0, so that PostgreSQL need not decompress it.
 */
const surelyShortBytes = Math.floor(shortBytes / 4 / 80);

const sizeOfToc = `CASE WHEN pg_column_size(t.toc) < ${surelyShortBytes} THEN 0 ELSE octet_length(t.toc::text) END`;
const sizeOf = (name: FieldName): string =>
  name === 'toc' ? sizeOfToc : `coalesce(octet_length(${fields[name].column}), 0)`;

/**
 * A join that computes the size of each field of the content `t` in bytes, without reading the bodies. The join also
 * computes whether the fields together have more than `shortBytes`.
 */
export const joinSizes = `CROSS JOIN LATERAL (SELECT sizes.*, ${names.map((name) => `sizes."${name}"`).join(' + ')} > ${shortBytes} AS large
  FROM (SELECT ${names.map((name) => `${sizeOf(name)} AS "${name}"`).join(', ')}) sizes OFFSET 0) size`;

const isLong = (name: FieldName): string => `size.large AND size."${name}" > ${shortBytes / 4}`;

/** A select list of all fields in `fields`. A long field is selected as null. */
export const shortFields = names
  .map((name) => `CASE WHEN ${isLong(name)} THEN NULL ELSE ${fields[name].column} END AS "${name}"`)
  .join(', ');

/** A select expression for `LongSizes`. It is null if no field is long. */
export const longSizes = `CASE WHEN size.large THEN json_build_object('row', t.xmin::text,
  ${names.map((name) => `'${name}', CASE WHEN ${isLong(name)} THEN size."${name}" END`).join(', ')}) END`;

const isContinuation = (offset: number): string => `get_byte(whole.bytes, $3::int + $4::int - ${offset}) & 192 = 128`;

/**
 * Returns a statement that reads a piece of a text: up to $4 bytes, starting after the first $3 bytes. The piece is
 * shorter if its end would otherwise split a character. Offsets are in bytes, because PostgreSQL finds the n-th
 * character only by counting from the first.
 * @param whole a query that returns the bytes of the text as `bytes`, with the parameters $1 and $2
 */
export const pieceStatement = (whole: string): Statement =>
  large(sql`SELECT convert_from(substring(whole.bytes FROM $3::int + 1 FOR CASE
      WHEN $3::int + $4::int >= octet_length(whole.bytes) OR NOT ${isContinuation(0)} THEN $4::int
      WHEN NOT ${isContinuation(1)} THEN $4::int - 1
      WHEN NOT ${isContinuation(2)} THEN $4::int - 2
      ELSE $4::int - 3 END), 'UTF8') AS piece
    FROM (${whole} OFFSET 0) whole`);

/**
 * Returns the piece size in bytes for a field of the given size. PostgreSQL reads the complete field for each piece, so
 * there should be few pieces. Every request that reads a field has one piece in memory, so pieces should be small.
 */
const pieceBytes = (bytes: number): number => Math.min(512 * 1024, Math.max(128 * 1024, Math.ceil(bytes / 8)));

/** The column of a statement that selects `longSizes`. */
export interface Sized {
  /** The sizes of the long fields. Null if no field is long. */
  readonly sizes: LongSizes | null;
}

/**
 * Returns a function that converts a row with the column `sizes` to one without it. The texts of long fields are read later from
 * the same database server, when the caller needs them. A field can be read only while the row still has the row version
 * `sizes.row`.
 * @param table `contents`, or another table with the same columns for its bodies
 */
export function rowWithLongFields(
  table: string,
): <Row extends { readonly id: ContentId }>(reader: Reader, row: (Row & Sized) | undefined) => Row | undefined {
  const statementFor = (name: FieldName): readonly [FieldName, Statement] => {
    const bytes = `SELECT convert_to(${fields[name].text}, 'UTF8') AS bytes`;
    return [name, pieceStatement(`${bytes} FROM ${table} t WHERE t.id = $1 AND t.xmin::text = $2`)];
  };
  const statements = names.map(statementFor);
  return <Row extends { readonly id: ContentId }>(reader: Reader, found: (Row & Sized) | undefined) => {
    if (found === undefined) return undefined;
    const { sizes } = found;
    const row = withoutColumn<Row, Sized>(found, 'sizes');
    if (sizes === null) return row;
    const longFields: Partial<Record<FieldName, LongField>> = Object.fromEntries(
      statements.flatMap(([name, statement]) => {
        const [bytes, key] = [sizes[name], [row.id, sizes.row] as const];
        return bytes === null
          ? []
          : [[name, longField(reader, statement, { key, bytes, format: fields[name].format })]];
      }),
    );
    return { ...row, ...longFields };
  };
}

interface FieldLocation extends Pick<LongField, 'format' | 'bytes'> {
  /** The values of the first two parameters of the statement. */
  readonly key: readonly [string, string];
}

/** Returns a long field whose pieces are read with a `pieceStatement`. */
export const longField = (reader: Reader, statement: Statement, { key, bytes, format }: FieldLocation): LongField => ({
  format,
  bytes,
  pieces: async function* read() {
    for (let start = 0; start < bytes; ) {
      const found = await reader.row<{ piece: string }>(statement, [...key, start, pieceBytes(bytes)]);
      if (found === undefined) throw new ContentChanged('The content was changed while it was read.');
      yield found.piece;
      start += Buffer.byteLength(found.piece);
    }
  },
});
