import pg from 'pg';

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The values of a row in PostgreSQL's text format. */
export type Texts = readonly (string | null)[];

interface Settle {
  readonly resolve: (rows: readonly Texts[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The names of the statements for which a connection has sent a Parse message. */
const namesByConnection = new WeakMap<pg.Connection, Set<string>>();

function namesOf(connection: pg.Connection): Set<string> {
  const known = namesByConnection.get(connection) ?? new Set();
  namesByConnection.set(connection, known);
  return known;
}

/** A query that requests no description of the result columns, and returns the values of the rows as unparsed texts. */
class Prepared extends pg.Query {
  readonly #statement: Statement;
  readonly #values: readonly string[];
  readonly #rows: Texts[] = [];

  constructor(statement: Statement, values: readonly string[], { resolve, reject }: Settle) {
    super(statement.text, (error) => {
      if (error instanceof Error) reject(error);
      else resolve(this.#rows);
    });
    this.#statement = statement;
    this.#values = values;
  }

  override submit = (connection: pg.Connection): void => {
    const { name, text } = this.#statement;
    const names = namesOf(connection);
    if (!names.has(name)) {
      names.add(name);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: [...this.#values] }, true);
    connection.execute(null, true);
    connection.sync();
  };

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    // The message CommandComplete contains the number of rows, which is not used.
  }
}

export const execute = (
  client: pg.Client | pg.PoolClient,
  statement: Statement,
  values: readonly string[],
): Promise<readonly Texts[]> =>
  new Promise((resolve, reject) => {
    corkUntilImmediate(client.connection.stream);
    client.query(new Prepared(statement, values, { resolve, reject }));
  });

/** Delays socket writes until all requests that arrived in this iteration of the event loop have been read. */
export function corkUntilImmediate(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
