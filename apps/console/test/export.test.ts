import { expect } from 'chai';
import { allRows, csvCell, csvOf } from '../src/parts/export.ts';

describe('csvOf', () => {
  it('has a column for each field, and a line for each row', () => {
    expect(
      csvOf([
        { id: '1', name: 'Ada "the first"' },
        { id: '2', status: 1 },
      ]),
    ).to.equal('\uFEFF"id","name","status"\r\n"1","Ada ""the first""",""\r\n"2","","1"\r\n');
  });

  it('writes lists by the codes or names of their entries', () => {
    expect(
      csvCell([
        { id: '1', code: 'ADMIN', name: 'Administrator' },
        { id: '2', name: 'News' },
      ]),
    ).to.equal('"ADMIN; News"');
    expect(csvCell(null)).to.equal('""');
  });

  it('escapes texts that a spreadsheet would calculate, but no numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) expect(csvCell(text)).to.equal(`"'${text}"`);
    expect(csvCell(['=1+1'])).to.equal(`"'=1+1"`);
    expect(csvCell(-1)).to.equal('"-1"');
  });
});

describe('allRows', () => {
  it('reads until no row is left', async () => {
    const stored = [1, 2, 3, 4, 5].map((id) => ({ id }));
    expect(await allRows(async (before) => stored.slice(before.length, before.length + 2))).to.deep.equal(stored);
  });
});
