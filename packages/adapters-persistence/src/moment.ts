import pg from 'pg';

/** A `Date` that knows how it is written, since to write twenty of them anew costs more than the rest of a list. */
class Moment extends Date {
  readonly #written: string;

  constructor(written: string) {
    super(written);
    this.#written = written;
  }

  override toJSON(): string {
    return this.#written;
  }
}

/** As PostgreSQL writes it where the time zone is UTC: `2026-11-21 09:00:00.12+00`. */
const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

const other: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

const seconds = '2026-11-21T09:00:00'.length;
const zeros = '.000';

/** Reads a moment, to the millisecond. What is finer, infinite, of another zone or before our era is read as `pg` does. */
export function momentOf(text: string): unknown {
  if (!usual.test(text)) return other(text);
  const fraction = text.slice(seconds, -'+00'.length);
  return new Moment(`${text.slice(0, 10)}T${text.slice(11, seconds)}${fraction}${zeros.slice(fraction.length)}Z`);
}
