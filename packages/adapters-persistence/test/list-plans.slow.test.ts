import type { ContentListQuery } from '@portcullis/application/internal/ports/contents';
import { expect } from 'chai';
import { type Database, viewsOf } from '../src/index.ts';
import { createReader } from '../src/postgres/reader.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const rowsRead = (node: PlanNode): number =>
  (node['Relation Name'] === 'all_contents' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);

/**
 * Reads a list of contents, and returns the number of rows that the scans of the table `contents` return. Rows that a
 * scan reads but filters out are not counted.
 */
async function rowsReadBy({ reader, pool }: Database, query: ContentListQuery): Promise<number> {
  const plans: PlanNode[] = [];
  const explaining = createReader(async (statement, values = []) => {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, [...values]);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
    return reader.rows(statement, values);
  });
  const { items } = await viewsOf(explaining).contents.list(query);
  expect(items).to.have.lengthOf(query.pageSize);
  return plans.reduce((sum, plan) => sum + rowsRead(plan), 0);
}

const contents = 5000;

function listsOf(database: () => Database): void {
  before(async () => {
    const { pool } = database();
    await pool.query(`INSERT INTO contents (id, title, slug, editor_type, toc, status, published_at, created_at, updated_at, publish_at)
      SELECT gen_random_uuid(), i, i, 'MARKDOWN', '[]', CASE WHEN i % 2 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END, now(),
        now() - i * interval '1 second', now() - i * interval '1 second', CASE WHEN i % 500 = 0 THEN now() - interval '1 day' END
      FROM generate_series(1, ${contents}) i`);
    await pool.query('VACUUM ANALYZE all_contents');
  });

  const page = { page: 1, pageSize: 20 };
  const queries: Readonly<Record<string, ContentListQuery>> = {
    'for visitors': { ...page, status: 'PUBLISHED' },
    'for visitors, oldest first': { ...page, status: 'PUBLISHED', sortBy: 'createdAt', sortOrder: 'asc' },
    'for editors': page,
  };
  for (const [title, query] of Object.entries(queries)) {
    it(`read at most 100 rows for a first page of 20: ${title}`, async () => {
      expect(await rowsReadBy(database(), query)).to.be.within(1, 100);
    });
  }
}

describe('Lists of contents on the embedded database', () => listsOf(freshDatabase(undefined)));
describeOnServer('Lists of contents on PostgreSQL', () => listsOf(freshDatabase(serverUrl)));
