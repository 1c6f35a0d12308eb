import { ownResource, type OwnDefinition, type OwnResource } from '@portcullis/domain/internal/own-resource';
import type { OwnFields } from '@portcullis/domain/internal/own-fields';
import { caseKey } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import { tableFaults } from '../src/compare-tables.ts';
import type { Database } from '../src/index.ts';
import { tableNames, tableOf } from '../src/own-tables.ts';
import { CannotPlan } from '../src/plan-tables.ts';
import { readTables } from '../src/stored-tables.ts';
import { describeOnServer, embeddedDatabase, freshDatabase, serverUrl } from './support/databases.ts';

type Further = Omit<OwnDefinition, 'fields' | 'namedBy'>;

const id = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

function planTests(database: () => Database): void {
  let tables = 0;
  const newName = () => `acme.thing${'abcdefghijklmnopqrstuvwxyz'.charAt((tables += 1))}` as const;
  const name = { type: 'text', min: 1, max: 50, unique: true, search: true, sort: true } as const;
  const define = (resource: `${string}.${string}`, fields: OwnFields, further: Further = {}): OwnResource =>
    ownResource(resource, `${resource}s`, { fields: { name, ...fields }, namedBy: 'name', ...further });
  const query = <Row = Record<string, unknown>>(sql: string): Promise<readonly Row[]> =>
    database().dataSource.query(sql);

  /** Brings a table to what a resource declares. Returns the statements and their risks. */
  async function evolve(...resources: readonly OwnResource[]) {
    const changes = await database().planTables(resources);
    const statements = changes.flatMap((change) => change.statements);
    for (const { sql } of statements) await query(sql);
    expect(await database().planTables(resources), 'the second plan').to.deep.equal([]);
    const stored = await readTables(database().dataSource, resources.flatMap(tableNames));
    expect(tableFaults(resources, stored)).to.deep.equal([]);
    return {
      sql: statements.map(({ sql }) => sql).join('\n'),
      risks: [...new Set(statements.flatMap(({ risk }) => risk ?? []))],
    };
  }
  const add = (resource: OwnResource, values: Readonly<Record<string, string>>): Promise<unknown> => {
    const all = { id: id(1), created_at: '2026-11-29', updated_at: '2026-11-29', ...values };
    const columns = Object.keys(all).map((each) => `"${each}"`);
    return query(
      `INSERT INTO ${tableOf(resource)} (${columns.join(', ')}) VALUES (${Object.values(all)
        .map((each) => `'${each}'`)
        .join(', ')})`,
    );
  };
  const entriesOf = (resource: OwnResource) => query(`SELECT * FROM ${tableOf(resource)} ORDER BY id`);

  const fieldsOfAllTypes: OwnFields = {
    body: { type: 'markdown', optional: true, search: true },
    count: { type: 'integer', filter: true, sort: true, unique: true },
    amount: { type: 'decimal', precision: 12, scale: 2, filter: true, sort: true, optional: true },
    weight: { type: 'decimal', precision: 20, scale: 2, filter: true, default: '1.50' },
    isPaid: { type: 'flag', filter: true, default: false },
    colour: { type: 'choice', values: ['red', "d'or"], default: "d'or", filter: true, sort: true },
    due: { type: 'date', filter: true, sort: true, default: 'now' },
    placedAt: { type: 'time', sort: true, default: 'now' },
    details: { type: 'json', default: { a: [1] } },
    words: { type: 'list', of: { type: 'text', max: 9 }, filter: true, default: ['x'] },
    ranks: { type: 'list', of: { type: 'integer' }, filter: true, default: [] },
    mail: { type: 'email', unique: true, optional: true },
    site: { type: 'url', optional: true },
    order: { type: 'reference', to: 'self', onDelete: 'remove', optional: true },
    owner: { type: 'reference', to: 'user', onDelete: 'clear', optional: true },
    articles: { type: 'references', to: 'content' },
    article: { type: 'reference', to: 'content', optional: true },
    picture: { type: 'file', optional: true },
    files: { type: 'references', to: 'media', onDelete: 'clear' },
  };

  it('creates the tables of new resources with fields of all types, those to which others refer first', async () => {
    const customers = define(newName(), {});
    const orders = define(
      newName(),
      { ...fieldsOfAllTypes, customer: { type: 'reference', to: customers } },
      { unique: [['name', 'customer']] },
    );
    const { sql, risks } = await evolve(orders, customers);
    expect(sql.indexOf(`CREATE TABLE ${tableOf(customers)}`)).to.be.within(
      0,
      sql.indexOf(`CREATE TABLE ${tableOf(orders)}`),
    );
    expect(risks).to.deep.equal([]);
  });

  it('adds fields of all types to a table with entries, which get the defaults', async () => {
    const resource = newName();
    await evolve(define(resource, {}));
    await add(define(resource, {}), { name: 'ÄPFEL' });
    const { count, ...others } = fieldsOfAllTypes;
    expect(count).not.to.equal(undefined);
    const later = define(resource, others);
    const { risks } = await evolve(later);
    // The column in which lists search is computed again.
    expect(risks).to.deep.equal(['rewrites the table']);
    const [entry] = await entriesOf(later);
    expect(entry).to.deep.include({
      name: 'ÄPFEL',
      weight: '1.50',
      is_paid: false,
      colour: "d'or",
      details: { a: [1] },
    });
    expect(entry).to.deep.include({ words: ['x'], ranks: [], amount: null, version: 1 });
  });

  it('makes a text unique in the way of the service', async () => {
    const resource = newName();
    await evolve(define(resource, { code: { type: 'text', max: 9 } }));
    const later = define(resource, { code: { type: 'text', max: 9, unique: true } });
    const texts = ['ÄPFEL', 'ΟΔΟΣ', 'I\u0307x'];
    for (const [index, code] of texts.entries()) await add(later, { id: id(index + 1), name: String(index), code });
    await evolve(later);
    expect((await entriesOf(later)).map((entry) => entry['code_key'])).to.deep.equal(texts.map(caseKey));
  });

  it('refuses a new field that is required and has no default', async () => {
    const resource = newName();
    await evolve(define(resource, {}));
    const plan = database().planTables([define(resource, { size: { type: 'integer' } })]);
    const error: unknown = await plan.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(CannotPlan).and.have.property('message').that.includes('The column size of');
  });

  it('renames a field with its values, keys, indexes, constraints and triggers', async () => {
    const resource = newName();
    const old = define(resource, {
      colour: { type: 'text', max: 9, unique: true, sort: true, filter: true, search: true },
      cover: { type: 'file', optional: true },
      source: { type: 'reference', to: 'content', optional: true },
    });
    const renamed = { colour: 'shade', cover: 'photo', source: 'origin' };
    const later = define(
      resource,
      {
        shade: { type: 'text', max: 9, unique: true, sort: true, filter: true, search: true },
        photo: { type: 'file', optional: true },
        origin: { type: 'reference', to: 'content', optional: true },
      },
      { renamed },
    );
    await evolve(old);
    await add(old, { name: 'a', colour: 'Red', colour_key: 'red' });
    const { sql, risks } = await evolve(later);
    expect(risks).to.deep.equal(['stops the previous release']);
    expect(sql).to.not.match(/CREATE INDEX|ADD CONSTRAINT|ADD COLUMN/);
    expect((await entriesOf(later))[0]).to.deep.include({ shade: 'Red', shade_key: 'red', version: 1 });
  });

  it('leaves a former field alone, and lets new entries lack its value', async () => {
    const resource = newName();
    await evolve(define(resource, { size: { type: 'integer' } }));
    const later = define(resource, {});
    await add(later, { name: 'a', size: '7' });
    const { risks } = await evolve(later);
    await add(later, { id: id(2), name: 'b' });
    expect([risks, (await entriesOf(later)).map(({ size }) => size)]).to.deep.equal([[], [7, null]]);
  });

  it('removes former fields of all types with their values if the resource says so', async () => {
    const resource = newName();
    const { count, ...others } = fieldsOfAllTypes;
    expect(count).not.to.equal(undefined);
    const old = define(resource, others);
    await evolve(define(resource, {}));
    await evolve(old);
    const picture = id(9);
    await query(`INSERT INTO media (id, name, file_name, type, mime, bytes, sha256, received_sha256, created_at, updated_at)
      VALUES ('${picture}', 'p', 'p.png', 'image', 'image/png', 1, 'x', 'x', now(), now())`);
    await add(old, { name: 'a', picture });
    expect(await query(`SELECT FROM media_uses WHERE media_id = '${picture}'`)).to.have.length(1);
    const later = define(resource, {}, { removed: Object.keys(others) });
    const { risks } = await evolve(later);
    expect(risks).to.have.members(['loses data', 'rewrites the table']);
    expect(Object.keys((await entriesOf(later))[0] ?? {})).to.have.members(
      'id name name_key version version_tx created_at updated_at search_text'.split(' '),
    );
    expect(await query(`SELECT FROM media_uses WHERE media_id = '${picture}'`)).to.have.length(0);
  });

  it('changes the type of a field, and what is required, with the values', async () => {
    const resource = newName();
    const old = define(resource, {
      size: { type: 'integer', filter: true, sort: true, optional: true },
      price: { type: 'decimal', precision: 6, scale: 2 },
      code: { type: 'text', max: 9, search: true, sort: true },
    });
    const later = define(resource, {
      size: { type: 'text', max: 9, filter: true, sort: true, search: true, default: 'none' },
      price: { type: 'decimal', precision: 9, scale: 2, optional: true },
      code: { type: 'integer', sort: true },
    });
    await evolve(old);
    await add(old, { id: id(1), name: 'a', size: '7', price: '1.00', code: '12' });
    await add(old, { id: id(2), name: 'b', price: '2.00', code: '13' });
    expect((await evolve(later)).risks).to.have.members(['rewrites the table', 'stops the previous release']);
    expect((await entriesOf(later)).map(({ size, code }) => [size, code])).to.deep.equal([
      ['7', 12],
      ['none', 13],
    ]);
  });

  it('changes what happens when something is deleted to which entries refer', async () => {
    const resource = newName();
    const ownerOf = (onDelete: 'refuse' | 'clear' | 'remove'): OwnFields => ({
      owner: { type: 'reference', to: 'user', optional: true, onDelete },
      readers: { type: 'references', to: 'user', onDelete },
    });
    await evolve(define(resource, ownerOf('refuse')));
    const { sql } = await evolve(define(resource, ownerOf('clear')));
    expect(sql).to.include('SET NULL').and.include('CASCADE');
    expect((await evolve(define(resource, ownerOf('remove')))).sql.match(/DEFERRABLE/g)).to.have.length(2);
  });

  it('lets contents be moved to the bin once the references to them are cleared', async () => {
    const resource = newName();
    const article = { type: 'reference', to: 'content', optional: true } as const;
    const articles = { type: 'references', to: 'content' } as const;
    const own = define(resource, { article, articles, source: article });
    await evolve(own);
    const fields: OwnFields = {
      article: { ...article, onDelete: 'clear' },
      articles: { ...articles, onDelete: 'clear' },
      origin: { ...article, onDelete: 'clear' },
    };
    const later = define(resource, fields, { renamed: { source: 'origin' } });
    await evolve(later);
    const content = id(tables);
    await query(`INSERT INTO contents (id, title, slug, summary, editor_type, status, toc, created_at, updated_at)
      VALUES ('${content}', 'a', 'plan-${tables}', '', 'MARKDOWN', 'DRAFT', '[]', now(), now())`);
    await add(later, { name: 'a', article: content, origin: content });
    await query(`INSERT INTO ${tableOf(own)}_articles VALUES ('${id(1)}', '${content}', 0)`);
    await query(`UPDATE all_contents SET removed_at = now() WHERE id = '${content}'`);
    expect((await entriesOf(later))[0]).to.deep.include({ article: content, origin: content });
  });

  it('reports a column that needs a value which entries can lack', async () => {
    const own = define(newName(), {
      size: { type: 'integer', optional: true },
      readers: { type: 'references', to: 'user' },
    });
    const table = tableOf(own);
    await evolve(own);
    await query(`ALTER TABLE ${table} ALTER COLUMN size SET NOT NULL, ADD COLUMN checked_by text NOT NULL`);
    await query(`ALTER TABLE ${table}_readers ADD COLUMN "addedBy" text NOT NULL, ADD COLUMN note text`);
    expect(tableFaults([own], await readTables(database().dataSource, tableNames(own)))).to.deep.equal([
      `the table ${table} requires the column size, which is optional in ${own.name}`,
      `the table ${table} requires the column checked_by, which ${own.name} does not have`,
      `the table ${table}_readers requires the column addedBy, which ${own.name} does not have`,
    ]);
    await evolve(own);
  });

  it('leaves alone what a table has beside', async () => {
    const resource = newName();
    const own = define(resource, {});
    await evolve(own);
    await query(`ALTER TABLE ${tableOf(own)} ADD COLUMN checked_by text NOT NULL DEFAULT 'x' CHECK (checked_by <> '')`);
    await query(`CREATE INDEX ON ${tableOf(own)} (checked_by)`);
    expect((await evolve(own)).sql).to.equal('');
  });
}

describe('The plan of a migration, on the embedded database', () => planTests(embeddedDatabase()));

describeOnServer('The plan of a migration, on PostgreSQL', () => planTests(freshDatabase(serverUrl)));
