import { appendFileSync, existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable with the path of a folder that all processes of a test run share. */
const variable = 'TEST_NOTES_FOLDER';

/** A file system in memory, which Linux provides. */
const memory = '/dev/shm';

/** The space in bytes that a test run needs at most: about 30 embedded databases at a time, and files of media. */
const neededBytes = 4 * 1024 ** 3;

function hasSpace(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= neededBytes;
}

/** Whether the files and databases of a run can be kept in memory. Tests that measure do not ask for this. */
const isInMemory = (): boolean => process.env['TEST_IN_MEMORY'] === 'yes' && hasSpace(memory);

/**
 * Creates the folder for this test run. In memory, it also contains the temporary files of the run, because copying the
 * files of an embedded database to a disk takes up to ten times as long.
 */
export async function openNotes(): Promise<{ readonly folder: string; readonly inMemory: boolean }> {
  const inMemory = isInMemory();
  const folder = await mkdtemp(join(inMemory ? memory : tmpdir(), 'portcullis-'));
  process.env[variable] = folder;
  // Every file in the folder itself is a list of databases, so temporary files have a folder of their own.
  const files = join(folder, 'files');
  await mkdir(files);
  if (inMemory) process.env['TMPDIR'] = files;
  return { folder, inMemory };
}

/** Records the URL of a database that has to be dropped at the end of the run. Each process writes to its own file. */
export function noteDatabase(url: string): void {
  const folder = process.env[variable];
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}`), `${url}\n`);
}

/** Returns the URLs of the databases that all processes have recorded. */
export function notedDatabases(): readonly string[] {
  const folder = process.env[variable];
  if (folder === undefined) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ name }) => readFileSync(join(folder, name), 'utf8'));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}

export async function removeNotes(): Promise<void> {
  const folder = process.env[variable];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
