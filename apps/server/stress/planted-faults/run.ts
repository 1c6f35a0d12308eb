import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../test/architecture/files.ts';
import { compiledFileOf, withFault, type Fault } from './fault.ts';
import { faults } from './faults.ts';

/**
 * Plants each fault into a copy of the compiled code and runs the tests that must notice it. Every fault must be
 * noticed. With TEST_DATABASE_URL the tests run on PostgreSQL, which is necessary to notice faults in locking.
 * `--only` selects the faults whose names contain a text.
 */
const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;

const timeoutMs = 240_000;

const testFolders = ['apps/server', 'packages/adapters-http', 'packages/adapters-persistence'];
/** The suffixes of files with tests, which say what the tests need. */
const suffixes = ['test', 'both.test', 'slow.test', 'postgres.test', 'browser.test'];
const mocha = ['--bail', '--timeout', '30000'];

function copyOf(source: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'portcullis-faults-'));
  const kept = (path: string): boolean => !['.git', '.data', 'node_modules'].includes(relative(source, path));
  cpSync(source, copy, { recursive: true, verbatimSymlinks: true, filter: kept });
  symlinkSync(join(source, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Returns whether the tests pass. A test that hangs counts as a failure. */
function passes(folder: string, specs: readonly string[]): boolean {
  const runner = join(folder, 'node_modules/mocha/bin/mocha.js');
  const options = { cwd: folder, timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  return spawnSync(process.execPath, [runner, ...mocha, ...specs], options).status === 0;
}

function isCaught(folder: string, fault: Fault): boolean {
  const path = join(folder, compiledFileOf(fault));
  const text = readFileSync(path, 'utf8');
  const specs = fault.tests
    .flatMap((name) =>
      testFolders.flatMap((each) => suffixes.map((suffix) => `${each}/dist/test/${name}.${suffix}.js`)),
    )
    .filter((each) => existsSync(join(folder, each)));
  if (specs.length === 0) throw new Error(`No file has the tests that must notice: ${fault.name}`);
  writeFileSync(path, withFault(text, fault));
  try {
    return !passes(folder, specs);
  } finally {
    writeFileSync(path, text);
  }
}

const chosen = faults.filter(({ name }) => name.includes(only));
const folder = copyOf(root);
try {
  const missed = chosen.filter((fault) => {
    const caught = isCaught(folder, fault);
    process.stdout.write(`${caught ? 'caught' : 'MISSED'}: ${fault.name}\n`);
    return !caught;
  });
  process.stdout.write(`\n${chosen.length - missed.length} of ${chosen.length} planted faults caught\n`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
