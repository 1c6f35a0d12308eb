import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { compile } from './support/readmes.ts';

const dist = join(root, 'apps/server/dist');
const source = (path: string): string => JSON.stringify(join(dist, 'src/wiring', path));

/** Uses of the wiring; a line that ends in `// fault` must not compile, and every other line must. */
const program = `
import { noun, port, useCase } from ${source('provide.js')};
import * as ports from ${source('ports.js')};

interface Clock { readonly now: () => Date }
interface Dependencies { readonly clock: Clock; readonly size: number }
class Tick { constructor(use: Dependencies) { this.size = use.size; } readonly size: number }

const SIZE = port<number>('size', () => 1);
port<number>('size', () => 'one'); // fault
useCase(Tick, { clock: ports.CLOCK, size: SIZE });
useCase(Tick, { clock: ports.CLOCK }); // fault
useCase(Tick, { clock: SIZE, size: SIZE }); // fault
useCase(Tick, { clock: ports.CLOCK, size: SIZE, other: SIZE }); // fault
noun({ tick: useCase(Tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tick }) => (tick.size > 0 ? [] : []));
noun({ tick: useCase(Tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tock }) => []); // fault
noun({ tick: useCase(Tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tick }) => (tick.length > 0 ? [] : [])); // fault
`;

describe('The wiring', () => {
  it('does not compile with a missing source, one of another type, or an unknown use case', async () => {
    const folder = await mkdtemp(join(dist, 'probe-'));
    try {
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'probe.ts'), program);
      const output = await compile(folder, '--noEmit', '--skipLibCheck', 'probe.ts').catch(String);
      const found = [...output.matchAll(/probe\.ts\((\d+),/g)].map(([, line]) => Number(line));
      const expected = program.split('\n').flatMap((line, index) => (line.endsWith('// fault') ? [index + 1] : []));
      expect([...new Set(found)], output).to.deep.equal(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
