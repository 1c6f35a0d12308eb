import { createHash } from 'node:crypto';
import { Choices } from '@portcullis/testing/internal/contracts/random-access';
import {
  randomCategories,
  randomCondition,
  randomPathOf,
  randomResource,
  storedAttributes,
  storedComparisons,
  type RandomResource,
} from '@portcullis/testing/internal/contracts/random-conditions';
import { nodeOf, type Condition } from '@portcullis/domain/internal/conditions/condition';
import { evaluateCondition, type Truth } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { expect } from 'chai';
import { compileCondition, type ConditionColumns } from '../src/conditions/compile-condition.ts';
import type { Database } from '../src/index.ts';
import { describeOnServer, embeddedDatabase, freshDatabase, serverUrl } from './support/databases.ts';

/** Number of pairs of a condition and a row. To prove more, set the variable, and a longer time limit of mocha. */
const pairs = Number(process.env['CONDITION_PAIRS'] ?? 5000);
const perStatement = { conditions: 50, rows: 100 } as const;

const columns: ConditionColumns = Object.fromEntries(
  Object.entries(storedAttributes).map(([name, kind]) => [name, { kind, sql: `t."${name}"` }]),
);

async function createRows({ reader }: Database, rows: readonly RandomResource[]): Promise<void> {
  await reader.rows({
    name: 'create condition rows',
    text: `CREATE TABLE IF NOT EXISTS condition_rows (number int, text text, amount float8, flag boolean,
      "time" timestamptz, owner uuid, category uuid, labels text[], members uuid[],
      day date, scores float8[])`,
  });
  await reader.rows({ name: 'empty condition rows', text: 'TRUNCATE condition_rows' });
  await reader.rows(
    {
      name: 'fill condition rows',
      text: `INSERT INTO condition_rows SELECT r.* FROM json_to_recordset($1) AS r (number int, text text, amount float8,
        flag boolean, "time" timestamptz, owner uuid, category uuid, labels text[],
        members uuid[], day date, scores float8[])`,
    },
    [JSON.stringify(rows.map((row, number) => ({ ...row, number })))],
  );
}

async function createCategories({ reader }: Database): Promise<void> {
  await reader.rows(
    {
      name: 'create condition categories',
      text: `INSERT INTO categories (id, parent_id, name, slug, "order", created_at, updated_at) SELECT r.id, r."parentId",
        r.id::text, r.id::text, 0, now(), now() FROM json_to_recordset($1) AS r (id uuid, "parentId" uuid) ON CONFLICT DO NOTHING`,
    },
    [JSON.stringify(randomCategories)],
  );
}

/** Returns the value of each condition for each row. Null is unknown. */
async function valuesInSql(
  { reader }: Database,
  conditions: readonly (Condition | boolean)[],
): Promise<readonly (readonly (boolean | null)[])[]> {
  const compiled = conditions.map((condition, at) =>
    typeof condition === 'boolean'
      ? { text: `${condition} OR $${at + 1}::text IS NULL`, value: '' }
      : compileCondition(condition, columns, `$${at + 1}`),
  );
  const expressions = compiled.map(({ text }) => text);
  const text = `SELECT to_json(ARRAY[${expressions.join(', ')}]::boolean[]) AS truths FROM condition_rows t ORDER BY number`;
  const name = `conditions ${createHash('sha1').update(text).digest('hex')}`;
  const rows = await reader.rows<{ truths: readonly (boolean | null)[] }>(
    { name, text },
    compiled.map(({ value }) => value),
  );
  return rows.map(({ truths }) => truths);
}

/** Counts the comparisons in a condition for one row, by operator, attribute and whether the attribute is missing. */
function countComparisons(condition: Condition, row: RandomResource, counts: Map<string, number>): void {
  const node = nodeOf(condition);
  if (node.kind === 'not') countComparisons(node.part, row, counts);
  else if (node.kind === 'comparison') {
    const key = `${node.operator} ${node.attribute} ${row[node.attribute] === null ? 'missing' : 'known'}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  } else for (const part of node.parts) countComparisons(part, row, counts);
}

function describeConditions(database: () => Database): void {
  it(`are evaluated alike by the evaluator and by SQL for ${pairs} pairs of a condition and a row`, async function () {
    await createCategories(database());
    const counts = new Map<string, number>();
    const differences: unknown[] = [];
    let [compared, permitted] = [0, 0];
    for (let seed = 1; compared < pairs; seed++) {
      const choices = new Choices(seed);
      const rows = Array.from({ length: perStatement.rows }, () => randomResource(choices));
      const conditions = Array.from({ length: perStatement.conditions }, () =>
        randomCondition(choices, 4, storedComparisons),
      );
      await createRows(database(), rows);
      const inSql = await valuesInSql(database(), conditions);
      const resolved = conditions.map((condition) => resolveCondition(condition, {}));
      const resolvedInSql = await valuesInSql(database(), resolved);
      for (const [at, resource] of rows.entries()) {
        for (const [number, condition] of conditions.entries()) {
          const expected: Truth = evaluateCondition(condition, { resource, subject: {}, pathOf: randomPathOf });
          const actual = inSql[at]?.[number] ?? undefined;
          const simplified = resolvedInSql[at]?.[number] === true;
          if (actual !== expected || simplified !== (expected === true)) {
            differences.push({ condition, resource, expected, actual, simplified });
          }
          compared += 1;
          if (expected === true) permitted += 1;
          countComparisons(condition, resource, counts);
        }
      }
    }
    expect(differences.slice(0, 3), `${differences.length} differences`).to.deep.equal([]);
    expect(permitted / compared, 'the share of permitted rows').to.be.within(0.2, 0.8);
    const keys = storedComparisons.flatMap(({ operator, attribute }) =>
      ['missing', 'known'].map((presence) => `${operator} ${attribute} ${presence}`),
    );
    const fewest = Math.min(...keys.map((key) => counts.get(key) ?? 0));
    if (compared >= 1_000_000) expect(fewest, 'the number of the rarest comparison').to.be.at.least(1000);
    if (this.test)
      this.test.title += ` (${Math.round((100 * permitted) / compared)} % true, rarest comparison ${fewest})`;
  });
}

describe('Conditions, embedded', () => {
  describeConditions(embeddedDatabase());
});

describeOnServer('Conditions, on a server', () => {
  describeConditions(freshDatabase(serverUrl));
});
