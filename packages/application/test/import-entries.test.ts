import { BusinessError, type RefusalDetails } from '@portcullis/domain/internal/shared/errors';
import { ownResource, type OwnDraft } from '@portcullis/domain/internal/own-resource';
import { anActor, anId, ownWorld, refusalOf } from '@portcullis/testing';
import { expect } from 'chai';
import { importEntries, type ImportedEntry, type ImportEntriesInput } from '../src/import-entries.ts';
import { emptySummary, repeatedValue, type ImportedRow, type RowReport } from '../src/imports/report.ts';
import { ownUseCases } from '../src/own-resources.ts';
import type { OwnRepository } from '../src/ports/own-resources.ts';
import { each } from './support/imported-rows.ts';

const labels = ownResource('acme.label', 'acme.labels', {
  fields: {
    name: { type: 'text', max: 64, unique: true },
    number: { type: 'integer', optional: true, unique: true },
    size: { type: 'choice', values: ['small', 'large'], default: 'small' },
    price: { type: 'decimal', precision: 20, scale: 2, optional: true, unique: true },
    begun: { type: 'time', optional: true, unique: true },
    shelf: { type: 'integer', optional: true },
    place: { type: 'integer', optional: true },
  },
  namedBy: 'name',
  unique: [['shelf', 'place']],
  rules: [({ name, size }) => (name === 'Tiny' && size === 'large' ? [{ field: 'size', message: 'too large' }] : [])],
});
const actor = anActor();

/** A row with these values, of the entry with this id if there is one. */
const aRow = (row: number, draft: OwnDraft, more: Partial<ImportedEntry> = {}): ImportedRow<ImportedEntry> => ({
  row,
  sourceId: `source-${row}`,
  value: { id: undefined, draft, missing: [], ...more },
});

describe('importEntries', () => {
  let { world, use, views } = ownWorld(labels);

  async function run(rows: readonly ImportedRow<ImportedEntry>[], input: Partial<ImportEntriesInput> = {}) {
    const { clock, ids, work } = world;
    const repository = (tx: object): OwnRepository => {
      const found: OwnRepository = Reflect.get(tx, 'ownEntities');
      return found;
    };
    const checked = ownUseCases(labels, {
      clock,
      ids,
      views,
      repository,
      work: { run: (write, options) => work.run(write, { ...options, isDryRun: true }) },
      htmlOf: async (text) => text,
    });
    const parts: (readonly RowReport[])[] = [];
    const summary = await importEntries(labels, { views, useCases: (isDryRun) => (isDryRun ? checked : use) })({
      actor,
      rows: each(rows),
      by: 'id',
      isDryRun: false,
      report: (some) => void parts.push(some),
      ...input,
    });
    return { summary, parts, reports: parts.flat() };
  }
  const stored = async () => {
    const { items } = await views.list({ page: 1, pageSize: 100 });
    return items.map(({ name, size, version }) => [name, size, version]);
  };
  const refused = (row: number, ...errors: NonNullable<RowReport['errors']>): RowReport => ({
    row,
    sourceId: `source-${row}`,
    outcome: 'refused',
    errors,
  });
  const outcomes = (reports: readonly RowReport[]) => reports.map(({ outcome }) => outcome);

  beforeEach(() => {
    ({ world, use, views } = ownWorld(labels));
  });

  it('adds entries that the file does not name, and changes those that it names by their ids', async () => {
    const bug = await use.create({ actor, draft: { name: 'Bug' } });
    const same = await use.create({ actor, draft: { name: 'Same' } });
    const { summary, reports } = await run([
      aRow(2, { size: 'large' }, { id: bug.id }),
      aRow(3, { name: 'Same', size: 'small' }, { id: same.id }),
      aRow(4, { name: 'New', size: 'large' }),
    ]);
    expect(reports).to.deep.equal([
      { row: 2, sourceId: 'source-2', outcome: 'changed' },
      { row: 3, sourceId: 'source-3', outcome: 'present' },
      { row: 4, sourceId: 'source-4', outcome: 'added' },
    ]);
    expect(summary).to.deep.equal({ ...emptySummary, added: 1, changed: 1, present: 1 });
    expect(await stored()).to.deep.equal([
      ['Bug', 'large', 2],
      ['Same', 'small', 1],
      ['New', 'large', 1],
    ]);
    const [event] = await world.events.page({ limit: 1, subjectId: bug.id });
    expect(event).to.deep.include({ type: 'acme.label.updated' });
    expect(event?.actor.id).to.equal(actor.id);
  });

  it('refuses an id that no entry has, and one that is none, also if the row has all values', async () => {
    const { reports, summary } = await run([
      aRow(1, { name: 'One' }, { id: anId() }),
      aRow(2, { name: 'Two' }, { id: 'no id' }),
    ]);
    const error = { field: '', message: 'There is no such entry.' };
    expect(reports).to.deep.equal([refused(1, error), refused(2, error)]);
    expect(summary).to.deep.equal({ ...emptySummary, refused: 2 });
    expect(await stored()).to.deep.equal([]);
  });

  it('finds entries by a unique text, and adds those that it does not find', async () => {
    for (const name of ['Other', 'Bug']) await use.create({ actor, draft: { name } });
    const rows = [
      aRow(1, { name: 'Bug', size: 'large' }),
      aRow(2, { name: 'New' }),
      aRow(3, { name: 'Further' }, { id: anId() }),
    ];
    const { reports } = await run(rows, { by: 'name' });
    expect(outcomes(reports)).to.deep.equal(['changed', 'added', 'added']);
    expect(await stored()).to.deep.equal([
      ['Other', 'small', 1],
      ['Bug', 'large', 2],
      ['New', 'small', 1],
      ['Further', 'small', 1],
    ]);
  });

  it('finds entries by a unique number, and adds those that have none', async () => {
    await use.create({ actor, draft: { name: 'Other', number: null } });
    await use.create({ actor, draft: { name: 'Bug', number: 7 } });
    const rows = [
      aRow(1, { name: 'Beetle', number: 7 }),
      aRow(2, { name: 'New', number: null }),
      aRow(3, { name: 'Further' }),
    ];
    const { reports } = await run(rows, { by: 'number' });
    expect(outcomes(reports)).to.deep.equal(['changed', 'added', 'added']);
    expect((await stored()).map(([name]) => name)).to.deep.equal(['Other', 'Beetle', 'New', 'Further']);
  });

  it('finds entries by a unique decimal and a unique time, however they are written', async () => {
    const begun = '2026-11-29T10:00:00+08:00';
    await use.create({ actor, draft: { name: 'Bug', price: '9.5', begun } });
    for (const [by, value] of [
      ['price', '9.50'],
      ['begun', '2026-11-29T02:00:00Z'],
    ] as const) {
      const { reports } = await run([aRow(1, { name: 'Beetle', [by]: value })], { by });
      expect(outcomes(reports)).to.deep.equal([by === 'price' ? 'changed' : 'present']);
    }
    expect((await stored()).map(([name]) => name)).to.deep.equal(['Beetle']);
  });

  it('finds no entry by a decimal that is only as a number the same', async () => {
    await use.create({ actor, draft: { name: 'Bug', price: '123456789012345678.01' } });
    const { reports } = await run([aRow(1, { name: 'Beetle', price: '123456789012345678.02' })], { by: 'price' });
    expect(outcomes(reports)).to.deep.equal(['added']);
  });

  it('refuses values that are unique together and that an earlier row has, in a dry run too', async () => {
    const place = { shelf: 1, place: 2 };
    const rows = [
      aRow(1, { name: 'One', ...place }),
      aRow(2, { name: 'Two', ...place }),
      aRow(3, { name: 'Three', shelf: 1 }),
    ];
    for (const isDryRun of [true, false]) {
      const { reports } = await run(rows, { isDryRun });
      expect(outcomes(reports)).to.deep.equal(['added', 'refused', 'added']);
      expect(reports[1]).to.deep.equal(refused(2, repeatedValue('shelf'), repeatedValue('place')));
    }
  });

  it('refuses a row that lacks values only if it must create an entry', async () => {
    await use.create({ actor, draft: { name: 'Bug' } });
    const missing = [{ field: 'size', message: 'size is required' }];
    const { reports } = await run([aRow(1, { name: 'Bug' }, { missing }), aRow(2, { name: 'New' }, { missing })], {
      by: 'name',
    });
    expect(reports).to.deep.equal([{ row: 1, sourceId: 'source-1', outcome: 'present' }, refused(2, ...missing)]);
    expect((await stored()).map(([name]) => name)).to.deep.equal(['Bug']);
  });

  it('refuses the id and the values of unique fields that an earlier row has, and no other values', async () => {
    const { id } = await use.create({ actor, draft: { name: 'Bug' } });
    const { reports } = await run([
      aRow(1, { size: 'large' }, { id }),
      aRow(2, { size: 'small' }, { id }),
      aRow(3, { name: 'One', number: null, size: 'large' }),
      aRow(4, { name: 'Two', number: null, size: 'large' }),
      aRow(5, { name: 'One', number: 8 }),
      aRow(6, { name: '8', number: 9 }),
      aRow(7, { name: 'Two', number: 9 }),
    ]);
    expect(outcomes(reports)).to.deep.equal(['changed', 'refused', 'added', 'added', 'refused', 'added', 'refused']);
    expect([reports[1], reports[4], reports[6]]).to.deep.equal([
      refused(2, repeatedValue('id')),
      refused(5, repeatedValue('name')),
      refused(7, repeatedValue('name'), repeatedValue('number')),
    ]);
    expect(await views.find(id)).to.include({ size: 'large' });
  });

  it('refuses a text that differs from that of an earlier row only in case, in a dry run too', async () => {
    const rows = [aRow(1, { name: 'Bug' }), aRow(2, { name: 'BUG' })];
    const expected = [{ row: 1, sourceId: 'source-1', outcome: 'added' }, refused(2, repeatedValue('name'))];
    expect((await run(rows, { isDryRun: true })).reports).to.deep.equal(expected);
    expect((await run(rows)).reports).to.deep.equal(expected);
  });

  it('reports the errors of fields that a rule finds, the message of another refusal, and the errors of the file', async () => {
    await use.create({ actor, draft: { name: 'Bug' } });
    const errors = [{ field: 'number', message: 'number must be an integer' }];
    const rows = [
      aRow(1, { name: 'Tiny', size: 'large' }),
      aRow(2, { name: 'bug' }),
      { row: 3, sourceId: null, errors },
      aRow(4, { name: 'New' }),
    ];
    const { reports, summary } = await run(rows);
    const taken = await refusalOf(use.create({ actor, draft: { name: 'bug' } }));
    expect(reports).to.deep.equal([
      refused(1, { field: 'size', message: 'too large' }),
      refused(2, { field: '', message: taken.message }),
      { ...refused(3, ...errors), sourceId: null },
      { row: 4, sourceId: 'source-4', outcome: 'added' },
    ]);
    expect(summary).to.deep.equal({ ...emptySummary, refused: 3, added: 1 });
  });

  it('reports the message of a refusal whose details are no errors of fields', async () => {
    const refusal = (details: RefusalDetails) => new BusinessError('media-in-use', 'It is in use.', details);
    const useCases = () => ({
      ...use,
      create: ({ draft }: { readonly draft: OwnDraft }) =>
        Promise.reject(refusal(draft['name'] === 'None' ? [] : { usedBy: [] })),
    });
    const reports: RowReport[] = [];
    await importEntries(labels, { views, useCases })({
      actor,
      by: 'id',
      isDryRun: false,
      report: (some) => void reports.push(...some),
      rows: [aRow(1, { name: 'None' }), aRow(2, { name: 'Other' })],
    });
    const error = { field: '', message: 'It is in use.' };
    expect(reports).to.deep.equal([refused(1, error), refused(2, error)]);
  });

  it('creates and changes only what the caller reaches', async () => {
    const { id } = await use.create({ actor, draft: { name: 'Bug' } });
    const large = { changes: { attr: 'resource.size', eq: 'large' }, reads: true } as const;
    const rows = [
      aRow(1, { name: 'Beetle' }, { id }),
      aRow(2, { name: 'New' }),
      aRow(3, { name: 'Big', size: 'large' }),
    ];
    const message = 'Your permissions do not allow this.';
    const { reports } = await run(rows, { creates: large, updates: large });
    expect(reports.slice(0, 2)).to.deep.equal([refused(1, { field: '', message }), refused(2, { field: '', message })]);
    expect(await stored()).to.deep.equal([
      ['Bug', 'small', 1],
      ['Big', 'large', 1],
    ]);
  });

  it('reports in a dry run what an import would do, and stores nothing', async () => {
    const { id } = await use.create({ actor, draft: { name: 'Bug' } });
    const rows = [
      aRow(1, { size: 'large' }, { id }),
      aRow(2, { name: 'New' }),
      aRow(3, { name: 'Tiny', size: 'large' }),
    ];
    const before = await stored();
    const { reports, summary } = await run(rows, { isDryRun: true });
    expect(await stored()).to.deep.equal(before);
    expect(summary).to.deep.equal({ ...emptySummary, changed: 1, added: 1, refused: 1 });
    expect((await run(rows)).reports).to.deep.equal(reports);
    expect((await stored()).map(([name]) => name)).to.deep.equal(['Bug', 'New']);
  });

  it('reports the outcomes of a hundred rows at a time', async () => {
    const rows = Array.from({ length: 101 }, (_none, index) => ({ row: index + 1, sourceId: null, errors: [] }));
    const { parts, summary } = await run(rows);
    expect(parts.map(({ length }) => length)).to.deep.equal([100, 1]);
    expect(summary).to.deep.equal({ ...emptySummary, refused: 101 });
  });

  it('ends with an error that is no refusal, and keeps the rows before it', async () => {
    const broken = new Error('The connection was lost.');
    const useCases = () => ({
      update: use.update,
      create: (input: Parameters<typeof use.create>[0]) =>
        input.draft['name'] === 'Two' ? Promise.reject(broken) : use.create(input),
    });
    const end = importEntries(labels, { views, useCases })({
      actor,
      by: 'id',
      isDryRun: false,
      report: () => undefined,
      rows: [aRow(1, { name: 'One' }), aRow(2, { name: 'Two' }), aRow(3, { name: 'Three' })],
    });
    expect(await end.catch((error: unknown) => error)).to.equal(broken);
    expect((await stored()).map(([name]) => name)).to.deep.equal(['One']);
  });
});
