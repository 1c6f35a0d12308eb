import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable with the path of a folder that all processes of a test run share. */
const variable = 'TEST_NOTES_FOLDER';

/** Creates the folder for this test run, and returns its path. */
export async function openNotes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-notes-'));
  process.env[variable] = folder;
  return folder;
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
