import { expect } from 'chai';
import pg from 'pg';
import { executePrepared, type Statement } from '../src/postgres/prepared-statements.ts';
import { embeddedDatabase, freshDatabase, serverUrl } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/**
 * A statement with an outer join. If no number is below the limit, it still returns one row, which has only the
 * aggregate columns (those whose names begin with `~`).
 */
const numbersBelow: Statement = {
  name: 'numbers below',
  text: `SELECT $1::int AS "~limit", array['a', NULL] AS "~texts", number IS NOT NULL OR NULL AS "~row", number, NULL::text AS nothing,
    '{"deep": [1]}'::jsonb AS data, timestamptz '2026-11-21 09:00:00.5+00' AS moment,
    array['${id}', '${id}']::uuid[] AS ids, array[NULL, '${id}']::uuid[] AS "someIds", '{}'::uuid[] AS "noIds"
    FROM (SELECT) one LEFT JOIN generate_series(0, $1::int - 1) number ON true ORDER BY number`,
};
const aggregate = (limit: number) => ({ limit, texts: ['a', null] });
const row = (number: number) => ({
  number,
  nothing: null,
  data: { deep: [1] },
  moment: new Date('2026-11-21T09:00:00.500Z'),
  ids: [id, id],
  someIds: [null, id],
  noIds: [],
});

for (const [kind, databaseOf] of [
  ['the embedded database', embeddedDatabase],
  ...(serverUrl === undefined ? [] : ([['PostgreSQL', () => freshDatabase(serverUrl)]] as const)),
] as const) {
  describe(`A prepared statement, on ${kind}`, () => {
    const database = databaseOf();
    let client: pg.PoolClient;
    beforeEach(async () => {
      client = await database().pool.connect();
    });
    afterEach(() => client.release());

    it('returns rows, and returns aggregate columns even if there are no rows', async () => {
      for (const limit of [2, 0, 1]) {
        const result = await executePrepared(client, numbersBelow, [limit]);
        expect(result).to.deep.equal({ rows: [row(0), row(1)].slice(0, limit), aggregate: aggregate(limit) });
      }
      const none = { name: 'no result', text: 'SELECT 1 AS "~one" WHERE false' };
      expect(await executePrepared(client, none, [])).to.deep.equal({ rows: [], aggregate: undefined });
    });

    it('can be executed several times concurrently', async () => {
      const unknown = { ...numbersBelow, name: 'numbers below, concurrently' };
      for (const limits of [
        [3, 1, 0],
        [0, 2],
      ]) {
        const all = await Promise.all(limits.map((limit) => executePrepared(client, unknown, [limit])));
        expect(all.map(({ rows }) => rows.length)).to.deep.equal(limits);
      }
    });

    it('does not affect the connection or the next statement if it fails', async () => {
      const inverse = { name: 'inverse', text: 'SELECT 1 / $1::int AS inverse' };
      for (const text of ['SELECT no_such_column', 'not SQL at all']) {
        expect(await failureOf(executePrepared(client, { name: text, text }, []))).to.be.instanceOf(pg.DatabaseError);
      }
      for (const attempt of [1, 2]) {
        expect(await failureOf(executePrepared(client, inverse, [0])), String(attempt)).to.be.instanceOf(
          pg.DatabaseError,
        );
        expect((await executePrepared(client, inverse, [1])).rows).to.deep.equal([{ inverse: 1 }]);
      }
    });

    it('fails without affecting other statements if a value cannot be parsed', async () => {
      const { MACADDR } = pg.types.builtins;
      const usual: (text: string) => unknown = pg.types.getTypeParser(MACADDR);
      pg.types.setTypeParser(MACADDR, () => {
        throw new Error('unreadable');
      });
      try {
        const statement = { name: 'unreadable', text: `SELECT macaddr '08:00:2b:01:02:03' AS address` };
        for (const attempt of [1, 2]) {
          const failure = await failureOf(executePrepared(client, statement, []));
          expect(String(failure), String(attempt)).to.equal('Error: unreadable');
        }
        expect((await executePrepared(client, numbersBelow, [1])).rows).to.have.length(1);
      } finally {
        pg.types.setTypeParser(MACADDR, usual);
      }
    });
  });
}
