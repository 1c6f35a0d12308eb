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

const migrations = 'packages/adapters-persistence/src/migrations';

/** Returns the newest release before this commit: its tag, or its commit in a clone without tags. */
async function previousRelease(): Promise<string | undefined> {
  const before = ['--merged', 'HEAD', '--no-contains', 'HEAD'];
  const tags = await run(root, 'git', ['tag', '--list', 'v*', ...before, '--sort=-version:refname']);
  const commits = await run(root, 'git', ['log', '--format=%h', '--grep=^chore: release ', 'HEAD~1']);
  return [...tags.split('\n'), ...commits.split('\n')].find((name) => name !== '');
}

/** Returns whether migrations were added since a release. Without them, both versions have the same database. */
const hasNewMigrations = async (release: string): Promise<boolean> =>
  (await run(root, 'git', ['diff', '--name-only', '--diff-filter=A', release, 'HEAD', '--', migrations])) !== '';

/** Runs a program, shows its output on the terminal, and returns whether it succeeded. */
async function succeeds(cwd: string, variables: Readonly<Record<string, string>>, ...command: string[]) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...variables }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Returns whether the end-to-end test of a release passes on a database that the current version has migrated. */
async function storyOf(release: string, adminUrl: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-upgrade-'));
  const migrated = await temporaryDatabase(adminUrl);
  try {
    await run(root, 'git', ['clone', '--quiet', '--no-checkout', `file://${root}`, folder]);
    await run(folder, 'git', ['checkout', '--quiet', release]);
    for (const script of ['setup', 'build'])
      if (!(await succeeds(folder, {}, 'npm', 'run', '-s', script)))
        throw new Error(`The ${script} of ${release} failed.`);
    const kit = await readFile(join(folder, seam.file), 'utf8');
    if (!kit.includes(seam.variable))
      throw new Error(`${release} does not support ${seam.variable}, so this test cannot run it.`);
    await migrateDatabase({ url: migrated.url, poolSize: 1 });
    process.stdout.write(`The end-to-end test of ${release}, on a database of this version:\n`);
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

const release = await previousRelease();
const adminUrl = process.env['TEST_DATABASE_URL'];
if (release === undefined) {
  process.stdout.write('There is no previous release.\n');
} else if (!(await hasNewMigrations(release))) {
  process.stdout.write(`No migration was added since the release ${release}.\n`);
} else if (adminUrl === undefined) {
  process.stderr.write(`TEST_DATABASE_URL must name a PostgreSQL server for the end-to-end test of ${release}.\n`);
  process.exitCode = 2;
} else if (!(await storyOf(release, adminUrl))) {
  process.exitCode = 1;
}
