import { expect } from 'chai';
import { allowSilence } from '@portcullis/adapters-persistence/internal/postgres/connections';
import type { Statement } from '@portcullis/adapters-persistence/internal/postgres/reader';
import { expectSuccess } from '../support/builders.ts';
import { describeOnPostgres } from '../support/requirements.ts';
import { startService, type Service } from '../support/service.ts';
import { ownLabels } from './own-labels.ts';
import { ownOrders } from './own-orders.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the nodes of a plan, without those that count all rows. */
const nodesOf = (node: PlanNode): readonly PlanNode[] =>
  node['Node Type'] === 'Aggregate' ? [] : [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface Executed {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

describeOnPostgres('Lists of 100,000 entries of an own resource', () => {
  let service: Service;
  before(async () => {
    service = await startService({}, undefined, [ownLabels, ownOrders]);
    const pool = await service.server.database.pool.connect();
    await pool.query('SET statement_timeout = 0');
    allowSilence(pool, Infinity);
    await pool.query(`INSERT INTO team_labels (id, name, name_key, colour, rank, is_shown, size, created_at, updated_at)
      SELECT gen_random_uuid(), 'Label ' || i, 'label ' || i, '#336699', i % 100, true,
        CASE WHEN i % 100 = 0 THEN 'small' ELSE 'large' END, now(), now() FROM generate_series(1, 1000) i`);
    await pool.query(`INSERT INTO team_orders (id, title, number, region, state, amount, is_paid, due, placed_at, keywords, scores, days,
        label, owner, created_at, updated_at)
      SELECT gen_random_uuid(), 'Order ' || i, i, 'north', 'open', i, false, CASE WHEN i % 2 = 0 THEN date '2026-01-01' + i % 365 END,
        now(), ARRAY['k' || i % 1000], ARRAY[CASE WHEN i % 1000 = 7 THEN 9 ELSE 1 END], '{}', l.id, (SELECT id FROM users LIMIT 1), now() - i * interval '1 second', now()
      FROM generate_series(1, 100000) i JOIN (SELECT id, row_number() OVER () AS place FROM team_labels) l ON l.place = 1 + i % 1000`);
    await pool.query('VACUUM ANALYZE team_orders, team_labels');
    pool.release(true);
  });
  after(() => service.stop());

  /** Reads a list, and returns the statements that it needs except those of the access check. */
  async function statementsOf(path: string): Promise<readonly Executed[]> {
    const { reader } = service.server.database;
    const executed: Executed[] = [];
    const { rows } = reader;
    const recording: typeof rows = (statement, values = []) => {
      executed.push({ statement, values });
      return rows(statement, values);
    };
    Reflect.set(reader, 'rows', recording);
    try {
      await expectSuccess(service.admin.get(path));
    } finally {
      Reflect.set(reader, 'rows', rows);
    }
    return executed;
  }

  /** Returns the tables that a statement reads from their beginning to their end, and whether it sorts many rows. */
  async function scansOf({ statement, values }: Executed): Promise<readonly string[]> {
    const client = await service.server.database.pool.connect();
    try {
      await client.query('SET plan_cache_mode = force_generic_plan');
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${statement.text}`, [...values]);
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      return nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []));
    } finally {
      client.release(true);
    }
  }

  for (const [query, statements] of [
    ['expand=label,owner', 3],
    ['sort=title&expand=label,parent', 2],
    ['sort=-due,number&due.exists=true', 1],
    ['amount.gte=99990&expand=label', 2],
    ['due=2026-01-02&sort=number', 1],
    ['label.size=small', 1],
    ['keywords=k7&sort=number', 1],
    ['scores=9', 1],
    ['owner.username=nobody', 1],
    ['category.slug=none', 1],
    ['placedAt.gt=2020-01-01&sort=-placedAt', 1],
  ] as const)
    it(`are read with ${statements} statements by index: ${query}`, async () => {
      const path = `/team/orders?${query}`;
      const executed = await statementsOf(path);
      expect(executed.map(({ statement }) => statement.name)).to.have.lengthOf(statements);
      for (const each of executed) {
        const scanned = await scansOf(each);
        expect(scanned, each.statement.text).not.to.include('team_orders');
      }
    });

  it('are exported completely, one part after another', async () => {
    const response = await fetch(`${service.server.url}/api/team/orders/export?format=ndjson`, {
      headers: { Authorization: `Bearer ${service.admin.token}` },
    });
    let lines = 0;
    let mostBytes = 0;
    for await (const piece of response.body ?? []) {
      mostBytes = Math.max(mostBytes, piece.length);
      lines += Buffer.from(piece).filter((byte) => byte === 10).length;
    }
    expect(lines).to.equal(100_000);
    expect(mostBytes).to.be.lessThan(4 * 1024 * 1024);
  });
});
