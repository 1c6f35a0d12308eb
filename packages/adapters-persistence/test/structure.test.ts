import { readdirSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

interface Import {
  /** The path of the importing file, relative to `src`. */
  readonly from: string;
  readonly module: string;
  readonly isTypeOnly: boolean;
}

const importsOf = (from: string, text: string): readonly Import[] =>
  [...text.matchAll(/^(?:import|export)\b([^;'"]*?)\bfrom\s*'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, names = '', named, loaded]) => ({ from, module: named ?? loaded ?? '', isTypeOnly: /^\s+type\b/.test(names) }),
  );

const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => importsOf(path, readFileSync(`${source}${path}`, 'utf8')));

/**
 * Returns whether a migration may contain this import. A released migration must not change when other code changes, so
 * it may import only types of TypeORM, files with the same timestamp, `migration.ts` and `version-columns.ts`.
 */
function isFrozen({ from, module, isTypeOnly }: Import): boolean {
  const [timestamp = ''] = basename(from).split('-');
  return (
    (module === 'typeorm' && isTypeOnly) ||
    module.startsWith(`./${timestamp}-`) ||
    /^\.\/(?:migration|version-columns)\.ts$/.test(module)
  );
}

const isMigration = ({ from }: Import): boolean =>
  posix.dirname(from) === 'migrations' && from !== 'migrations/index.ts';

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
  it('has migrations that do not import code that can change', () => {
    const migrations = imports.filter(isMigration);
    expect(migrations).to.not.have.length(0);
    expect(migrations.filter((each) => !isFrozen(each))).to.deep.equal([]);
    for (const line of [`import { caseKey } from '@portcullis/domain';`, `import { id } from '../sql/columns.ts';`]) {
      expect(importsOf('migrations/1-planted.ts', line).filter(isFrozen), line).to.deep.equal([]);
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
