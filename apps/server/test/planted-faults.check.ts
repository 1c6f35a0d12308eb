import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { compiledFileOf, withFault } from '../stress/planted-faults/fault.ts';
import { faults } from '../stress/planted-faults/faults.ts';
import { root } from './architecture/files.ts';

describe('The planted faults', () => {
  // `npm run test:long -- planted-faults` is too slow for every run of the tests. This test only checks that the compiled code
  // still contains each text that a fault replaces.
  it('can all be planted into the compiled code', async () => {
    for (const fault of faults) {
      const text = await readFile(join(root, compiledFileOf(fault)), 'utf8');
      expect(withFault(text, fault), fault.name).not.to.equal(text);
    }
  });
});
