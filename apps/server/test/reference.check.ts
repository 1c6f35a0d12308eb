import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { referencePages } from './support/reference-pages.ts';

describe('The pages below docs/reference', () => {
  it('are up to date; npm run generate writes them', async () => {
    for (const [name, text] of Object.entries(await referencePages())) {
      const file = join(root, 'docs/reference', name);
      if (process.env['WRITE_REFERENCE'] !== undefined) writeFileSync(file, text);
      else expect(existsSync(file) ? readFileSync(file, 'utf8') : '', name).to.equal(text);
    }
  });
});
