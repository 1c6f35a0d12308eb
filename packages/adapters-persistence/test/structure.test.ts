import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

interface Import {
  /** The path of the importing file, relative to `src`. */
  readonly from: string;
  readonly module: string;
}

const importsOf = (from: string, text: string): readonly Import[] =>
  [...text.matchAll(/^(?:import|export)\b[^;'"]*?\bfrom\s*'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, named, loaded]) => ({ from, module: named ?? loaded ?? '' }),
  );

const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => importsOf(path, readFileSync(`${source}${path}`, 'utf8')));

/**
 * Returns whether the schema may contain this import. The schema of a released version must not change when other code
 * changes, so it may import only its own files and `migration.ts`.
 */
const isFrozen = (each: Import): boolean => isRelative(each) && /^(?:schema\/|migration\.ts$)/.test(targetOf(each));

const isRelative = ({ module }: Import): boolean => module.startsWith('.');
const targetOf = ({ from, module }: Import): string => posix.join(posix.dirname(from), module);

/** Returns the files that a file imports, directly or indirectly. */
function reachedFrom(file: string, edges: readonly Import[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const target of edges.filter((each) => each.from === from && isRelative(each)).map(targetOf)) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(file);
  return reached;
}

describe('The source of the persistence adapter', () => {
  it('has a schema that does not import code that can change', () => {
    const schema = imports.filter(({ from }) => from.startsWith('schema/'));
    expect(schema).to.not.have.length(0);
    expect(schema.filter((each) => !isFrozen(each))).to.deep.equal([]);
    for (const line of [`import { caseKey } from '@portcullis/domain';`, `import { id } from '../sql/columns.ts';`]) {
      expect(importsOf('schema/planted.ts', line).filter(isFrozen), line).to.deep.equal([]);
    }
  });

  it('has no circular imports', () => {
    const files = new Set(imports.map(({ from }) => from));
    expect([...files].filter((file) => reachedFrom(file, imports).has(file))).to.deep.equal([]);
    const circle = ['a', 'b'].flatMap((name) =>
      importsOf(`${name}.ts`, `import { x } from './${name === 'a' ? 'b' : 'a'}.ts';`),
    );
    expect(reachedFrom('a.ts', circle)).to.include('a.ts');
  });
});
