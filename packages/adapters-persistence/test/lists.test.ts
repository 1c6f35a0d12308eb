import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { nearRows, type ListSource } from '../src/sql/list-statements.ts';
import { listOf } from '../src/sql/lists.ts';
import { embeddedDatabase } from './support/databases.ts';

interface Label {
  readonly id: string;
  readonly name: string;
}

const total = 2 * nearRows + 50;

describe('listOf for an additional table', () => {
  const database = embeddedDatabase();
  const labels = Array.from({ length: total }, (_label, index) => ({ id: anId(), name: `label ${1000 + index}` }));
  const source: ListSource<'name', 'name'> = {
    table: 'labels',
    columns: 't.id, t.name',
    rowBytes: 100,
    sort: { name: 't.name COLLATE "C"' },
    filters: { name: 't.name = ?' },
    defaultSort: { by: 'name', order: 'asc' },
  };

  before(async () => {
    const { pool } = database();
    await pool.query('CREATE TABLE labels (id uuid PRIMARY KEY, name text NOT NULL)');
    const values = [labels.map(({ id }) => id), labels.map(({ name }) => name)];
    await pool.query('INSERT INTO labels SELECT * FROM unnest($1::uuid[], $2::text[])', values);
  });

  async function hasEveryPage(list: ReturnType<typeof listOf<Label, 'name', 'name'>>): Promise<void> {
    const pageSize = 60;
    for (const sortOrder of ['asc', 'desc'] as const) {
      const sorted = sortOrder === 'asc' ? labels : labels.toReversed();
      for (let page = 1; page <= Math.ceil(total / pageSize) + 1; page += 1) {
        const items = sorted.slice((page - 1) * pageSize, page * pageSize);
        const found = await list(database().reader, { page, pageSize, sortBy: 'name', sortOrder });
        expect(found, `${sortOrder} ${page}`).to.deep.equal({ items, total, page, pageSize });
      }
    }
  }

  it('returns rows and counts the total if no trigger maintains it', async () => {
    const list = listOf<Label, 'name', 'name'>(source);
    await hasEveryPage(list);
    const found = await list(database().reader, { page: 1, pageSize: 2, name: labels[3]?.name });
    expect(found).to.deep.include({ items: [labels[3]], total: 1 });
  });

  it('returns the correct rows of all pages if triggers maintain the total', async () => {
    const { pool } = database();
    await pool.query(`INSERT INTO totals (list, key, total) VALUES ('labels', '', $1)`, [total]);
    try {
      await hasEveryPage(listOf<Label, 'name', 'name'>({ ...source, storedTotals: true }));
    } finally {
      await pool.query(`DELETE FROM totals WHERE list = 'labels'`);
    }
  });
});
