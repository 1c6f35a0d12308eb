import { ContentChanged, shortBytes, type LongField } from '@portcullis/application';
import type { ContentId } from '@portcullis/domain';
import type { Reader } from './postgres/reader.ts';
import type { Statement } from './postgres/prepared-statements.ts';

/** Fields of a content that may be long: the column, the SQL expression for its text, and the format of the text. */
const fields = {
  contentMd: { column: 't.content_md', text: 't.content_md', format: 'text' },
  contentHtml: { column: 't.content_html', text: 't.content_html', format: 'text' },
  contentRaw: { column: 't.content_raw', text: 't.content_raw', format: 'text' },
  toc: { column: 't.toc', text: 't.toc::text', format: 'json' },
} as const;

type FieldName = keyof typeof fields;
const names = Object.keys(fields).filter((name): name is FieldName => name in fields);

/** The sizes of the long fields in bytes, and the version of their row. Short fields have null. */
export type LongSizes = { readonly row: string } & Readonly<Record<FieldName, number | null>>;

/**
 * PostgreSQL compresses a table of contents to no less than an eightieth. If it is stored in fewer bytes than this, it
 * is short and need not be decompressed to measure it.
 */
const surelyShortBytes = Math.floor(shortBytes / 4 / 80);

const sizeOfToc = `CASE WHEN pg_column_size(t.toc) < ${surelyShortBytes} THEN 0 ELSE octet_length(t.toc::text) END`;
const sizeOf = (name: FieldName): string =>
  name === 'toc' ? sizeOfToc : `coalesce(octet_length(${fields[name].column}), 0)`;

/** A join that computes the sizes of the fields of a content `t`, in bytes, without reading the bodies. */
export const joinSizes = `CROSS JOIN LATERAL (SELECT sizes.*, ${names.map((name) => `sizes."${name}"`).join(' + ')} > ${shortBytes} AS large
  FROM (SELECT ${names.map((name) => `${sizeOf(name)} AS "${name}"`).join(', ')}) sizes OFFSET 0) size`;

const isLong = (name: FieldName): string => `size.large AND size."${name}" > ${shortBytes / 4}`;

/** A select list with the fields, or null for those that are long. */
export const shortFields = names
  .map((name) => `CASE WHEN ${isLong(name)} THEN NULL ELSE ${fields[name].column} END AS "${name}"`)
  .join(', ');

/** A select expression for `LongSizes`, null if no field is long. */
export const longSizes = `CASE WHEN size.large THEN json_build_object('row', t.xmin::text,
  ${names.map((name) => `'${name}', CASE WHEN ${isLong(name)} THEN size."${name}" END`).join(', ')}) END`;

const isContinuation = (offset: number): string => `get_byte(whole.bytes, $3::int + $4::int - ${offset}) & 192 = 128`;

/**
 * Reads at most $4 bytes of a field after the first $3 bytes, if the row still has the version $2. The piece ends
 * before a character that would be split. Offsets are in bytes because PostgreSQL finds the n-th character only by
 * counting from the first.
 */
const piece = (name: FieldName): Statement => ({
  name: `contents piece of ${name}`,
  hasLargeResult: true,
  text: `SELECT convert_from(substring(whole.bytes FROM $3::int + 1 FOR CASE
      WHEN $3::int + $4::int >= octet_length(whole.bytes) OR NOT ${isContinuation(0)} THEN $4::int
      WHEN NOT ${isContinuation(1)} THEN $4::int - 1
      WHEN NOT ${isContinuation(2)} THEN $4::int - 2
      ELSE $4::int - 3 END), 'UTF8') AS piece
    FROM contents t CROSS JOIN LATERAL (SELECT convert_to(${fields[name].text}, 'UTF8') AS bytes OFFSET 0) whole
    WHERE t.id = $1 AND t.xmin::text = $2`,
});
const pieces: Readonly<Record<FieldName, Statement>> = {
  contentMd: piece('contentMd'),
  contentHtml: piece('contentHtml'),
  contentRaw: piece('contentRaw'),
  toc: piece('toc'),
};

/**
 * Returns the size of a piece. PostgreSQL reads the whole field for each piece, so there should be few; but every
 * reader holds one in memory, so they should be small.
 */
const pieceBytes = (bytes: number): number => Math.min(512 * 1024, Math.max(128 * 1024, Math.ceil(bytes / 8)));

/** Returns the long fields of a content by name. */
export const longFields = (reader: Reader, id: ContentId, sizes: LongSizes): Partial<Record<FieldName, LongField>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const bytes = sizes[name];
      return bytes === null ? [] : [[name, longField(reader, name, { id, row: sizes.row, bytes })]];
    }),
  );

interface FieldLocation {
  readonly id: ContentId;
  readonly row: string;
  readonly bytes: number;
}

const longField = (reader: Reader, name: FieldName, { id, row, bytes }: FieldLocation): LongField => ({
  format: fields[name].format,
  bytes,
  pieces: async function* read() {
    for (let start = 0; start < bytes; ) {
      const found = await reader.row<{ piece: string }>(pieces[name], [id, row, start, pieceBytes(bytes)]);
      if (found === undefined) throw new ContentChanged('The content was changed while it was read.');
      yield found.piece;
      start += Buffer.byteLength(found.piece);
    }
  },
});
