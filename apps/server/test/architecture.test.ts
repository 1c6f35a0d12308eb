import { expect } from 'chai';
import { checks } from './architecture/checks.ts';
import { readFiles } from './architecture/files.ts';
import { packages } from './architecture/table.ts';

describe('The architecture', () => {
  const files = readFiles();

  it('is looked at: every package of the table has an entry', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).to.include.members(Object.keys(packages).map((folder) => `${folder}/package.json`));
    expect(paths).to.include('packages/domain/src/index.ts');
  });

  for (const { title, rule, planted } of checks) {
    it(title, () => expect(rule(files)).to.deep.equal([]));

    it(`and a breach is caught: ${title}`, () => {
      for (const breach of planted) expect(rule(breach), JSON.stringify(breach)).to.have.lengthOf(1);
    });
  }
});
