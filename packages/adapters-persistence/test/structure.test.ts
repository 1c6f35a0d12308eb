import { readdirSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

interface Import {
  /** The path of the importing file below `src`. */
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

/** A migration that has run must not change with the product, so it uses nothing but literals of its own. */
function isFrozen({ from, module, isTypeOnly }: Import): boolean {
  const [timestamp = ''] = basename(from).split('-');
  return (module === 'typeorm' && isTypeOnly) || module.startsWith(`./${timestamp}-`);
}

const isMigration = ({ from }: Import): boolean =>
  posix.dirname(from) === 'migrations' && from !== 'migrations/index.ts';

describe('The source of the persistence adapter', () => {
  it('has migrations that import nothing that can change', () => {
    const migrations = imports.filter(isMigration);
    expect(migrations).to.not.have.length(0);
    expect(migrations.filter((each) => !isFrozen(each))).to.deep.equal([]);
    for (const line of [`import { caseKey } from '@portcullis/domain';`, `import { id } from '../sql/columns.ts';`]) {
      expect(importsOf('migrations/1-planted.ts', line).filter(isFrozen), line).to.deep.equal([]);
    }
  });
});
