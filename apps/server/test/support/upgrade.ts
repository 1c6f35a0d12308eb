import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@portcullis/adapters-persistence/internal/database';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { root } from '../architecture/files.ts';
import { run } from './run.ts';

/** A file of the previous release. It reads the name of the template database from this environment variable. */
const seam = { file: 'packages/adapters-persistence/dist/src/testing.js', variable: 'TEST_TEMPLATE' };

/** Returns the tag of the newest release before this commit. */
async function previousTag(): Promise<string | undefined> {
  const before = ['--merged', 'HEAD', '--no-contains', 'HEAD'];
  const tags = await run(root, 'git', ['tag', '--list', 'v*', ...before, '--sort=-version:refname']);
  return tags.split('\n').find((name) => name !== '');
}

/** Runs a program, shows its output on the terminal, and returns whether it succeeded. */
async function succeeds(cwd: string, variables: Readonly<Record<string, string>>, ...command: string[]) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...variables }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Returns whether the end-to-end test of a release passes on a database that the current version has migrated. */
async function storyOf(tag: string, adminUrl: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-upgrade-'));
  const migrated = await temporaryDatabase(adminUrl);
  try {
    await run(root, 'git', ['clone', '--quiet', '--depth', '1', '--branch', tag, `file://${root}`, folder]);
    for (const script of ['setup', 'build'])
      if (!(await succeeds(folder, {}, 'npm', 'run', '-s', script))) throw new Error(`The ${script} of ${tag} failed.`);
    const kit = await readFile(join(folder, seam.file), 'utf8');
    if (!kit.includes(seam.variable))
      throw new Error(`${tag} does not support ${seam.variable}, so this test cannot run it.`);
    await migrateDatabase({ url: migrated.url, poolSize: 1 });
    process.stdout.write(`The end-to-end test of ${tag}, on a database of this version:\n`);
    const { pathname } = new URL(migrated.url);
    const variables = { TEST_DATABASE_URL: adminUrl, [seam.variable]: pathname.slice(1) };
    const mocha = [
      '--no-config',
      '--fail-zero',
      '--timeout',
      '120000',
      '--require',
      './apps/server/dist/test/support/service.js',
    ];
    return await succeeds(
      folder,
      variables,
      'node_modules/.bin/mocha',
      ...mocha,
      'apps/server/dist/test/story?(.both).test.js',
    );
  } finally {
    await migrated.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

const tag = await previousTag();
const adminUrl = process.env['TEST_DATABASE_URL'];
if (tag === undefined) {
  process.stdout.write('There is no previous tag.\n');
} else if (adminUrl === undefined) {
  process.stderr.write(`TEST_DATABASE_URL must name a PostgreSQL server for the end-to-end test of ${tag}.\n`);
  process.exitCode = 2;
} else if (!(await storyOf(tag, adminUrl))) {
  process.exitCode = 1;
}
