import { ContentChanged, shortBytes, type LongField } from '@portcullis/application';
import type { ContentId } from '@portcullis/domain';
import type { Reader } from './postgres/reader.ts';
import type { Statement } from './postgres/prepared-statements.ts';

/** Fields of a content that may be long: as text, the column `t` has it in, and the form of that text. */
const fields = {
  contentMd: { column: 't.content_md', text: 't.content_md', format: 'text' },
  contentHtml: { column: 't.content_html', text: 't.content_html', format: 'text' },
  contentRaw: { column: 't.content_raw', text: 't.content_raw', format: 'text' },
  toc: { column: 't.toc', text: 't.toc::text', format: 'json' },
} as const;

type FieldName = keyof typeof fields;
const names = Object.keys(fields).filter((name): name is FieldName => name in fields);

/** The sizes of the fields that are long, and the version of the row that they belong to. */
export type LongSizes = { readonly row: string } & Readonly<Record<FieldName, number | null>>;

/**
 * PostgreSQL compresses a table of contents to no less than an eightieth, so that one stored in less bytes than this is short
 * and need not be decompressed to know that.
 */
const surelyShortBytes = Math.floor(shortBytes / 4 / 80);

const sizeOfToc = `CASE WHEN pg_column_size(t.toc) < ${surelyShortBytes} THEN 0 ELSE octet_length(t.toc::text) END`;
const sizeOf = (name: FieldName): string =>
  name === 'toc' ? sizeOfToc : `coalesce(octet_length(${fields[name].column}), 0)`;

/** To be joined where `t` is a content: sizes in bytes, for which PostgreSQL need not read a body. */
export const joinSizes = `CROSS JOIN LATERAL (SELECT sizes.*, ${names.map((name) => `sizes."${name}"`).join(' + ')} > ${shortBytes} AS large
  FROM (SELECT ${names.map((name) => `${sizeOf(name)} AS "${name}"`).join(', ')}) sizes OFFSET 0) size`;

const isLong = (name: FieldName): string => `size.large AND size."${name}" > ${shortBytes / 4}`;

/** The fields in a select list, null where they are long. */
export const shortFields = names
  .map((name) => `CASE WHEN ${isLong(name)} THEN NULL ELSE ${fields[name].column} END AS "${name}"`)
  .join(', ');

/** `LongSizes` in a select list, null where no field is long. */
export const longSizes = `CASE WHEN size.large THEN json_build_object('row', t.xmin::text,
  ${names.map((name) => `'${name}', CASE WHEN ${isLong(name)} THEN size."${name}" END`).join(', ')}) END`;

const isContinuation = (offset: number): string => `get_byte(whole.bytes, $3::int + $4::int - ${offset}) & 192 = 128`;

/**
 * At most $4 bytes of a field, those before the first $3 left out, of the row version $2. A character that the end would cut in two is
 * left to the next piece. Bytes, since PostgreSQL finds the n-th character only by counting from the first.
 */
const piece = (name: FieldName): Statement => ({
  name: `contents piece of ${name}`,
  isLarge: true,
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

/** Few, since PostgreSQL reads all of a field for each piece of it; but small, since each of many readers holds one in memory. */
const pieceBytes = (bytes: number): number => Math.min(512 * 1024, Math.max(128 * 1024, Math.ceil(bytes / 8)));

/** The long fields of a content, each by its name. */
export const longFields = (reader: Reader, id: ContentId, sizes: LongSizes): Partial<Record<FieldName, LongField>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const bytes = sizes[name];
      return bytes === null ? [] : [[name, longField(reader, name, { id, row: sizes.row, bytes })]];
    }),
  );

interface Whereabouts {
  readonly id: ContentId;
  readonly row: string;
  readonly bytes: number;
}

const longField = (reader: Reader, name: FieldName, { id, row, bytes }: Whereabouts): LongField => ({
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
