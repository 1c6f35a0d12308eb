import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import type { FilterOptions } from '@portcullis/client/filters';
import { size } from '@portcullis/testing/internal/full-size';
import { Choices } from '@portcullis/testing/internal/contracts/random-access';
import { randomAttributes, randomCategories } from '@portcullis/testing/internal/contracts/random-conditions';
import { expect } from 'chai';
import { compareFilters, filterColumns, randomFilter, randomRow } from './support/filter-cases.ts';
import { describeOnPostgres } from './support/requirements.ts';

/** Number of pairs of a filter and a row. To prove more, set the variable, and a longer time limit of mocha. */
const pairs = Number(process.env['FILTER_PAIRS'] ?? size(4000));
const perStatement = { filters: 40, rows: 50 } as const;

const categoryBelow = `WITH RECURSIVE below AS (SELECT id, parent_id FROM filter_categories WHERE id = ?::text
  UNION SELECT c.id, c.parent_id FROM filter_categories c JOIN below ON c.parent_id = below.id) SELECT id::uuid FROM below`;

const columns = filterColumns(
  { ...randomAttributes, category: 'id', members: 'string[]' },
  (name) => `t."${name}"`,
  (column, category) => `${column} = ANY (array(${categoryBelow.replace('?', category)}))`,
);
const options: FilterOptions = { dialect: 'postgresql', columns };

/** Returns a time in the same millisecond, as PostgreSQL can store it. */
const moreExact = (choices: Choices, time: Date): string =>
  time.toISOString().replace('Z', `${choices.oneOf(['000', '001', '999'])}Z`);

const run = <Row extends object>({ reader }: Database, text: string, values: readonly unknown[] = []) =>
  reader.rows<Row>({ name: `filters ${createHash('sha1').update(text).digest('hex')}`, text }, values);

async function createTables(database: Database, collation: string): Promise<void> {
  await run(
    database,
    `CREATE TABLE filter_rows (number int, "text" text ${collation}, amount float8, flag boolean,
    "time" timestamptz, owner uuid, category uuid, labels text[], members uuid[])`,
  );
  await run(database, 'CREATE TABLE filter_categories (id text, parent_id text)');
  await run(
    database,
    'INSERT INTO filter_categories SELECT id, "parentId" FROM json_to_recordset($1) AS c (id text, "parentId" text)',
    [JSON.stringify(randomCategories)],
  );
}

async function compareOn(database: Database, choices: Choices) {
  const rows = Array.from({ length: perStatement.rows }, () => randomRow(choices, [Infinity, -Infinity, NaN]));
  const filters = Array.from({ length: perStatement.filters }, () => randomFilter(choices));
  const stored = rows.map(({ amount, time, ...row }, number) => ({
    ...row,
    number,
    amount: typeof amount === 'number' ? String(amount) : amount,
    time: time instanceof Date ? moreExact(choices, time) : time,
  }));
  await run(database, 'TRUNCATE filter_rows');
  await run(
    database,
    `INSERT INTO filter_rows SELECT r.* FROM json_to_recordset($1) AS r (number int, "text" text, amount float8,
      flag boolean, "time" timestamptz, owner uuid, category uuid, labels text[], members uuid[])`,
    [JSON.stringify(stored)],
  );
  return compareFilters(rows, filters, options, async (compiled) => {
    const text = `SELECT ${compiled.map((each, at) => `array_agg(number) FILTER (WHERE ${each.text}) AS "${at}"`).join()}
      FROM filter_rows t`;
    const values = compiled.flatMap((each) => each.values);
    const [row] = await run<Record<string, readonly number[] | null>>(database, text, values);
    return compiled.map((_each, at) => new Set(row?.[at]));
  });
}

interface Opened {
  readonly database: Database;
  readonly remove: () => Promise<void>;
  /** The collation of the column with texts. */
  readonly collation?: string;
}

function describeFilters(open: () => Promise<Opened>): void {
  it(`are the same in the evaluator, in JavaScript and in SQL for ${pairs} pairs of a filter and a row`, async function () {
    const { database, remove, collation = '' } = await open();
    try {
      await createTables(database, collation);
      const differences: unknown[] = [];
      let [compared, permitted] = [0, 0];
      for (let seed = 1; compared < pairs; seed += 1) {
        const result = await compareOn(database, new Choices(seed));
        differences.push(...result.differences);
        compared += result.compared;
        permitted += result.permitted;
      }
      expect(differences.slice(0, 3), `${differences.length} differences`).to.deep.equal([]);
      expect(permitted / compared, 'the share of permitted rows').to.be.within(0.2, 0.8);
      if (this.test) this.test.title += ` (${Math.round((100 * permitted) / compared)} % permitted)`;
    } finally {
      await database.close();
      await remove();
    }
  });
}

describe('Filters of other services, embedded', () => {
  describeFilters(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
    const remove = () => rm(directory, { recursive: true, force: true });
    return { database: await openDatabase({ directory, poolSize: 1 }), remove };
  });
});

describeOnPostgres('Filters of other services, on a server', (url) => {
  describeFilters(async () => {
    const { url: own, drop } = await temporaryDatabase(url);
    const database = await openDatabase({ url: own, poolSize: 2 });
    // For this collation, texts that differ in case or accents are equal.
    const loose = "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)";
    await run(database, loose);
    return { database, remove: drop, collation: 'COLLATE loose' };
  });
});
