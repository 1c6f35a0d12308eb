import { migrateDatabase, openDatabase, type Database } from '@portcullis/adapters-persistence/internal/database';
import type { Reader } from '@portcullis/adapters-persistence/internal/postgres/reader';
import { viewsOf } from '@portcullis/adapters-persistence/internal/views';
import type { ContentListQuery } from '@portcullis/application/internal/ports/contents';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { expect } from 'chai';
import { quantile } from '../stress/support/load.ts';
import { startPrimary } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { createTestHost, postgresPrograms, type TestHost } from '../test/support/machine.ts';

const contents = 100_000;
/** Each author and each category has this many contents. */
const each = 100;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The number of rows of the table that a scan reads, including those that its filter removes. */
const rowsRead = (node: PlanNode): number =>
  node['Relation Name'] === 'all_contents'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;

const id = (kind: string, number: number): string =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe(`Lists of callers with conditions over ${contents} contents`, () => {
  let machine: TestHost;
  let database: Database;

  before(async () => {
    machine = createTestHost(...postgresPrograms);
    const { url, ask } = await startPrimary(machine);
    await migrateDatabase({ url, poolSize: 1 });
    const groups = contents / each;
    const idIn = (kind: string, number: string) =>
      `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
    // The triggers are off, because they would make these inserts take minutes instead of seconds.
    await ask(`SET session_replication_role = replica;
      INSERT INTO users (id, username, email, username_key, email_key, password_hash, status, created_at, updated_at)
        SELECT ${idIn('a', 'i')}, 'author' || i, 'author' || i, 'author' || i, 'author' || i, '', 1, now(), now()
        FROM generate_series(0, ${groups - 1}) i;
      INSERT INTO categories (id, parent_id, name, slug, "order", created_at, updated_at)
        SELECT ${idIn('c', 'i')}, CASE WHEN i % 10 > 0 THEN ${idIn('c', 'i - i % 10')} END, i, i, 0, now(), now()
        FROM generate_series(0, ${groups - 1}) i;
      INSERT INTO contents (id, title, slug, editor_type, toc, status, published_at, created_at, updated_at, author_id, category_id)
        SELECT gen_random_uuid(), i, i, 'MARKDOWN', '[]', CASE WHEN i % 2 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END,
          CASE WHEN i % 2 = 1 THEN now() END, now() - i * interval '1 second', now(), ${idIn('a', `i / 2 % ${groups}`)},
          ${idIn('c', `i / 2 * 7 % ${groups}`)} FROM generate_series(1, ${contents}) i`);
    await ask('VACUUM ANALYZE');
    database = await openDatabase({ url, poolSize: 2 });
  });
  after(async () => {
    await database?.close();
    await machine?.dismantle();
  });

  /** Reads a list, and returns the plans of its statements with the rows that they have read. */
  async function plansOf(query: ContentListQuery): Promise<readonly PlanNode[]> {
    const plans: PlanNode[] = [];
    const { reader, pool } = database;
    const explained: Reader = {
      ...reader,
      pinned: () => explained,
      rows: async (statement, values = []) => {
        const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, [...values]);
        plans.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan));
        return reader.rows(statement, values);
      },
    };
    expect((await viewsOf(explained).contents.list(query)).items).to.have.lengthOf(query.pageSize);
    return plans;
  }

  async function millisecondsOf(query: ContentListQuery): Promise<readonly number[]> {
    const times: number[] = [];
    for (let count = 0; count < 50; count += 1) {
      const start = performance.now();
      await viewsOf(database.reader).contents.list(query);
      times.push(performance.now() - start);
    }
    return times;
  }

  const page = { page: 1, pageSize: 20 } as const;
  const byAuthor: Condition = { attr: 'resource.authorId', eq: id('a', 7) };
  const byCategory: Condition = { attr: 'resource.categoryId', under: id('c', 20) };
  // The last two lists sort and count all published contents, so they read the whole table for these.
  const cases: readonly (readonly [title: string, query: ContentListQuery, index: string, rows: number])[] = [
    ['drafts of an author', { ...page, status: 'DRAFT', reach: byAuthor }, 'contents_by_author', 4 * each],
    ['drafts below a category', { ...page, status: 'DRAFT', reach: byCategory }, 'contents_by_category', 40 * each],
    [
      'published contents, and drafts of an author',
      { ...page, reach: byAuthor },
      'contents_by_author',
      2 * contents + 4 * each,
    ],
    [
      'published contents, and drafts below a category',
      { ...page, reach: byCategory },
      'contents_by_category',
      2 * contents + 40 * each,
    ],
  ];
  for (const [title, query, index, rows] of cases) {
    it(`use an index: ${title}`, async () => {
      const plans = await plansOf(query);
      const read = plans.reduce((sum, node) => sum + rowsRead(node), 0);
      const times = await millisecondsOf(query);
      printMeasurement(`rows of contents read for a page of ${title}`, read);
      printMeasurement(`milliseconds for a page of ${title}, p50`, quantile(times, 0.5));
      expect(plans.map((node) => node['Index Name'])).to.include(index);
      expect(read).to.be.at.most(rows);
    });
  }
});
