import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pnpm, root, run, type CommandContext } from './shell.ts';

/** The location of a front end's sources. */
export interface Origin {
  /**
   * The name of the working directory. In upper case, it is the first part of the variable for local sources, such as
   * `SOYBEAN_SOURCES`.
   */
  readonly name: string;
  readonly repository: string;
  /** The branch or tag that the front end's guide in docs/front-ends names. */
  readonly version: string;
}

/** Working copies stay between runs, because installing their packages takes minutes. */
const workDirectory = process.env['FRONT_ENDS_DIR'] ?? join(root, '.front-ends');

/**
 * Packages that the registry lacks, in the form `a=1.2.3,b=-`: the version to use instead, or `-` to omit the package.
 */
const overrides = (process.env['FRONT_ENDS_OVERRIDES'] ?? '')
  .split(',')
  .filter((pair) => pair !== '')
  .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), version: pair.slice(pair.indexOf('=') + 1) }));

/**
 * Checks out clean sources of a front end. If an earlier run has left a working copy, its sources are reset, and its
 * installed packages stay. Otherwise the sources come from the directory that a variable such as `SOYBEAN_SOURCES`
 * names, or, if the variable is not set, from the public repository.
 */
export async function checkOut({ name, repository, version }: Origin): Promise<CommandContext> {
  const directory = join(workDirectory, name);
  const workshop = { directory, logFile: join(workDirectory, `${name}.log`) };
  await mkdir(workDirectory, { recursive: true });
  await rm(workshop.logFile, { force: true });
  const sources = process.env[`${name.toUpperCase()}_SOURCES`] ?? repository;
  if (!existsSync(directory)) {
    const parent = { ...workshop, directory: workDirectory };
    await run(parent, ['git', 'clone', '--quiet', '--branch', version, '--single-branch', sources, directory]);
  }
  await run(workshop, ['git', 'reset', '--quiet', '--hard']);
  await run(workshop, ['git', 'clean', '--quiet', '-fd']);
  return workshop;
}

const isSource = (file: string): boolean => /\.(ts|vue)$/.test(file);

/**
 * Writes the overrides to the settings of pnpm. All other versions stay as in the lock file. The check of the minimum
 * age of packages is switched off, because it fails if the registry lacks a locked version.
 */
async function override(directory: string): Promise<void> {
  if (overrides.length === 0) return;
  const manifest = join(directory, 'package.json');
  const isLeftOut = (line: string): boolean =>
    overrides.some(({ name, version }) => version === '-' && line.trim().startsWith(`"${name}":`));
  const lines = (await readFile(manifest, 'utf8')).split('\n').filter((line) => !isLeftOut(line));
  await writeFile(manifest, lines.join('\n'));
  const settings = join(directory, 'pnpm-workspace.yaml');
  const text = (await readFile(settings, 'utf8')).trimEnd();
  const entries = overrides.map(({ name, version }) => `  '${name}': '${version}'`).join('\n');
  const withSection = /^overrides:$/m.test(text) ? text : `${text}\noverrides:`;
  const overridden = withSection.replace(/^overrides:$/m, () => `overrides:\n${entries}`);
  await writeFile(settings, `${overridden}\nminimumReleaseAge: 0\n`);
}

/** Returns the TypeScript and Vue files that differ from the original sources, as paths relative to the front end. */
export async function changedFiles(workshop: CommandContext): Promise<readonly string[]> {
  await run(workshop, ['git', 'add', '--intent-to-add', '.']);
  return (await run(workshop, ['git', 'diff', '--name-only', '--diff-filter=d'])).split('\n').filter(isSource);
}

/**
 * Packs the packages that soybean-admin imports, as its guide in docs/front-ends describes. Adds them to a front end, and
 * installs all packages of the front end.
 */
export async function installWithPackages(workshop: CommandContext, ...filter: readonly string[]): Promise<void> {
  const packages = join(workDirectory, 'packages');
  await rm(packages, { recursive: true, force: true });
  await mkdir(packages);
  const folders = ['client', 'front-end-kits'].map((name) => `--filter=./packages/${name}`);
  await run({ ...workshop, directory: root }, [
    'npx',
    '-y',
    'pnpm@12.21.0',
    ...folders,
    'pack',
    '--pack-destination',
    packages,
  ]);
  const tarballs = (await readdir(packages)).map((name) => join(packages, name));
  await override(workshop.directory);
  await pnpm(workshop, ...filter, 'add', '--ignore-scripts', '--no-frozen-lockfile', ...tarballs);
}
