import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/architecture/files.ts';
import { startFile, type Process } from '../test/support/process.ts';
import { run } from '../test/support/run.ts';

/** The types of Node in the version that the repository uses. */
export async function typesOfNode(): Promise<string> {
  const file = join(root, 'node_modules/@types/node/package.json');
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
  return `@types/node@${version}`;
}

/** Makes an empty project for ES modules outside the repository. @returns its folder, which has a parent of its own */
export async function emptyProject(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'portcullis-')), 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  return folder;
}

export const removeProject = (folder: string): Promise<void> => rm(join(folder, '..'), { recursive: true });

/** Installs the dependencies of a project, and further packages from the registry or from files. */
export async function install(project: string, ...packages: readonly string[]): Promise<void> {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(project, 'npm', ['install', ...options, ...packages]);
}

/** Starts the service that is installed in a project. */
export const startInstalled = (
  project: string,
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Process =>
  startFile(join(project, 'node_modules/@portcullis/server/dist/src/cli.js'), project, environment, ['start', ...args]);
