import pg from 'pg';
import { readerOf, type ReadValue, type TypeId } from './values.ts';

/** Prepared once per connection under its name. */
export interface Statement {
  /** At most 63 bytes; two statements of one name must have one text. */
  readonly name: string;
  readonly text: string;
  /** Whether it takes about as long as a look-up by key, however much there is: then it need not have a connection for itself. */
  readonly isBrief?: boolean;
  /** Whether its answer may be megabytes: then few of its kind run at once, so that all others find a connection. */
  readonly isLarge?: boolean;
}

/** What a statement answered. */
export interface Answer<Row, Whole> {
  readonly rows: Row[];
  /** Its columns whose names begin with `~`, which say something of the whole answer, without that sign; of the first row. */
  readonly whole: Whole | undefined;
}

/** A row whose column of this name is null is no row: an outer join found nothing for what is said of the whole answer. */
export const isRow = '~row';

interface Column {
  readonly name: string;
  /** Its place in the answer. */
  readonly at: number;
  readonly valueOf: ReadValue;
}

/** How an answer is read. */
interface Reading {
  readonly row: readonly Column[];
  readonly whole: readonly Column[];
  readonly marks: readonly number[];
  /** A row before it is filled: its copies have one form, and are quicker to make and to write as JSON. */
  readonly blank: Fields;
}

type Fields = Record<string, unknown>;

/** A column as the connection describes it. */
interface Described {
  readonly name: string;
  readonly dataTypeID: TypeId;
}

/** A row as it arrives. */
type Texts = readonly (string | null)[];

/**
 * Asks a named statement, past most of what `pg` does for every query: the columns of a statement stay what they are, so a
 * connection is asked for them once, and each row is made once, as it is answered.
 */
export const asked = <Row extends object, Whole extends object>(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly unknown[],
): Promise<Answer<Row, Whole>> =>
  new Promise((resolve, reject) => {
    client.query(new Prepared<Row, Whole>(statement, values, { resolve, reject }));
  });

interface Settle<Row, Whole> {
  readonly resolve: (answer: Answer<Row, Whole>) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection, and what it has told of its statements. */
interface Acquaintance {
  readonly readings: Map<string, Reading>;
  /** The same connection, which is not asked to describe what it answers. */
  readonly undescribed: pg.Connection;
}

const acquaintances = new WeakMap<pg.Connection, Acquaintance>();

function acquaintanceWith(connection: pg.Connection): Acquaintance {
  const known = acquaintances.get(connection);
  if (known !== undefined) return known;
  const undescribed: pg.Connection = Object.create(connection, { describe: { value: () => undefined } });
  const made = { readings: new Map<string, Reading>(), undescribed };
  acquaintances.set(connection, made);
  return made;
}

const submitTo = pg.Query.prototype.submit;

/** A query as `pg`'s client drives it: it submits it, and calls the methods named `handle…` as the answer arrives. */
class Prepared<Row extends object, Whole extends object> extends pg.Query {
  /** Under which `pg` prepares it. */
  readonly name: string;
  readonly #rows: Fields[] = [];
  #whole: Fields | undefined;
  #readings: Map<string, Reading> | undefined;
  #reading: Reading | undefined;
  #failed: unknown;

  constructor({ name, text }: Statement, values: readonly unknown[], { resolve, reject }: Settle<Row, Whole>) {
    super(text, [...values], (error) => {
      if (error !== undefined && error !== null) reject(error);
      else if (this.#failed !== undefined) reject(this.#failed);
      // Their types are what the asker says of the statement; the contracts hold it to that.
      else resolve({ rows: this.#rows as Row[], whole: this.#whole as Whole | undefined });
    });
    this.name = name;
  }

  override submit = (connection: pg.Connection): void => {
    const { readings, undescribed } = acquaintanceWith(connection);
    this.#readings = readings;
    this.#reading = readings.get(this.name);
    submitTo.call(this, this.#reading === undefined ? connection : undescribed);
  };

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#reading = readingOf(fields);
    this.#readings?.set(this.name, this.#reading);
  }

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    if (this.#failed !== undefined) return;
    try {
      const reading = this.#reading;
      if (reading === undefined) throw new Error('A row arrived before its columns.');
      this.#whole ??= filled({}, reading.whole, fields);
      if (reading.marks.every((at) => fields[at] !== null)) {
        this.#rows.push(filled({ ...reading.blank }, reading.row, fields));
      }
    } catch (error) {
      // Thrown here it would end the process; what else arrives is not looked at.
      this.#failed = error;
    }
  }
}

function readingOf(fields: readonly Described[]): Reading {
  const columns = fields.map(({ name, dataTypeID }, at): Column => ({ name, at, valueOf: readerOf(dataTypeID) }));
  const row = columns.filter(({ name }) => !name.startsWith('~'));
  return {
    row,
    whole: columns
      .filter(({ name }) => name.startsWith('~') && name !== isRow)
      .map((column) => ({ ...column, name: column.name.slice(1) })),
    marks: columns.filter(({ name }) => name === isRow).map(({ at }) => at),
    blank: JSON.parse(JSON.stringify(Object.fromEntries(row.map(({ name }) => [name, null])))),
  };
}

function filled(row: Fields, columns: readonly Column[], texts: Texts): Fields {
  for (const { name, at, valueOf } of columns) {
    const text = texts[at] ?? null;
    row[name] = text === null ? null : valueOf(text);
  }
  return row;
}
