import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { compile } from './support/readmes.ts';

const dist = join(root, 'apps/server/dist');
const source = (path: string): string => JSON.stringify(join(dist, 'src/wiring', path));

/** A program that uses src/wiring. The compiler must report exactly the lines that end in `// fault`. */
const program = `
import { makeAll } from ${source('module-parts.js')};
import { resourceModule } from ${source('resource-module.js')};

interface Clock { readonly now: () => Date }
interface Dependencies { readonly clock: Clock; readonly size: number }
const tick = ({ clock, size }: Dependencies) => (text: string) => clock.now().getTime() + size + text.length;
type Tick = ReturnType<typeof tick>;

const useCases = { tick };
const ports = { size: () => 1 };
const name = 'acme.ticks';
resourceModule({ name, ports, useCases, routes: [({ tick }: { tick: Tick }) => (tick('text') > 0 ? [] : [])] });
resourceModule({ name, useCases: { tick: ({ clock }: { clock: Clock }) => tick({ clock, size: 1 }) } });
resourceModule({ name, useCases }); // fault
resourceModule({ name, ports: { size: () => 'one' }, useCases }); // fault
resourceModule({ name, ports, useCases, routes: [({ tock }: { tock: Tick }) => (tock('text') > 0 ? [] : [])] }); // fault
resourceModule({ name, ports, useCases, routes: [({ tick }: { tick: (size: number) => number }) => (tick(1) > 0 ? [] : [])] }); // fault
resourceModule({ name, ports: { ...ports, half: ({ size }: { size: number }) => size / 2 } }); // fault
makeAll({ tick }, { clock: { now: () => new Date() } }); // fault
`;

describe('The wiring', () => {
  it('does not compile with a missing dependency, a dependency of another type, an unknown use case, a port that depends on another one of its module, or a call with wrong arguments', async () => {
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
