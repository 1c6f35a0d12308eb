import pg from 'pg';

/** Parses a value in PostgreSQL's text format. */
type ParseValue = (text: string) => unknown;

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

function parseTimestamp(text: string): Date {
  const fraction = text.slice(seconds, -'+00'.length);
  return new PgTimestamp(`${text.slice(0, 10)}T${text.slice(11, seconds)}${fraction}${'.000'.slice(fraction.length)}Z`);
}

/** Matches arrays of UUIDs, which contain no escaped characters. Empty arrays and arrays with null do not match. */
const usualIds = /^\{[0-9a-f,-]+\}$/;

/** The OID of `uuid[]`, which `pg` does not export. */
const idsType = 2951;

const { TIMESTAMPTZ, DATE } = pg.types.builtins;
const parserOf: (type: number) => ParseValue = pg.types.getTypeParser;
const parseOtherTimestamp = parserOf(TIMESTAMPTZ);
const parseOtherIds = parserOf(idsType);

const types = new pg.TypeOverrides();
types.setTypeParser(TIMESTAMPTZ, (text) =>
  usualTimestamp.test(text) ? parseTimestamp(text) : parseOtherTimestamp(text),
);
types.setTypeParser(idsType, (text) => (usualIds.test(text) ? text.slice(1, -1).split(',') : parseOtherIds(text)));
// A day has no time zone, so it is no `Date`.
types.setTypeParser(DATE, (text) => text);

/**
 * The parsers of values in the text format, for the option `types` of `pg`. All values except those that occur in every
 * list are parsed by `pg` itself. Parsing and serializing 40 timestamps, those of a page of ten contents, takes 45 instead
 * of 130 µs.
 */
export const valueTypes: pg.CustomTypesConfig = types;
