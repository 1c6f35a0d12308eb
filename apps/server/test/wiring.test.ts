import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { compile } from './support/readmes.ts';

const dist = join(root, 'apps/server/dist');
const source = (path: string): string => JSON.stringify(join(dist, 'src/wiring', path));

/** A program that uses src/wiring. The compiler must report exactly the lines that end in `// fault`. */
const program = `
import { emptyResolver, resourceModule, port, useCase, useCaseOf } from ${source('dependency-injection.js')};
import * as ports from ${source('ports.js')};

interface Clock { readonly now: () => Date }
interface Dependencies { readonly clock: Clock; readonly size: number }
const tick = ({ clock, size }: Dependencies) => (text: string) => clock.now().getTime() + size + text.length;

const SIZE = port<number>('size', () => 1);
port<number>('size', () => 'one'); // fault
useCase(tick, { clock: ports.CLOCK, size: SIZE });
useCase(tick, { clock: ports.CLOCK }); // fault
useCase(tick, { clock: SIZE, size: SIZE }); // fault
useCase(tick, { clock: ports.CLOCK, size: SIZE, other: SIZE }); // fault
useCaseOf(emptyResolver, tick)('text').toFixed();
useCaseOf(emptyResolver, tick)(1); // fault
useCaseOf(emptyResolver, tick)('text').length; // fault
resourceModule({ tick: useCase(tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tick }) => (tick('text') > 0 ? [] : []));
resourceModule({ tick: useCase(tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tock }) => []); // fault
resourceModule({ tick: useCase(tick, { clock: ports.CLOCK, size: SIZE }) }, ({ tick }) => (tick(1) > 0 ? [] : [])); // fault
`;

describe('The wiring', () => {
  it('does not compile with a missing source, a source of another type, an unknown use case, or a call with wrong arguments', async () => {
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
