import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/architecture/files.ts';
import { startFile, type Process } from '../test/support/process.ts';
import { run } from '../test/support/run.ts';

/** A project outside the repository. */
export interface Project {
  readonly folder: string;
  readonly write: (name: string, text: string) => Promise<void>;
  /** Installs packages, from the registry or from files. */
  readonly install: (...packages: readonly string[]) => Promise<void>;
  /** Starts the service that is installed in the project. */
  readonly start: (environment: Readonly<Record<string, string>>, args?: readonly string[]) => Process;
  readonly remove: () => Promise<void>;
}

/** The compiler and the types of Node in the versions that the repository uses. */
export async function typesOfNode(): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(root, 'node_modules/@types/node/package.json'), 'utf8'),
  );
  return `@types/node@${version}`;
}

/** Makes an empty project for ES modules. */
export async function emptyProject(): Promise<Project> {
  const parent = await mkdtemp(join(tmpdir(), 'portcullis-'));
  const folder = join(parent, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  return projectIn(folder, () => rm(parent, { recursive: true }));
}

/** Returns the functions for a project in an existing folder. */
const projectIn = (folder: string, remove: () => Promise<void>): Project => ({
  folder,
  write: (name, text) => writeFile(join(folder, name), text),
  install: async (...packages) => {
    await run(folder, 'npm', [
      'install',
      '--prefer-offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...packages,
    ]);
  },
  start: (environment, args = ['start']) =>
    startFile(join(folder, 'node_modules/@portcullis/server/dist/src/cli.js'), folder, environment, args),
  remove,
});
