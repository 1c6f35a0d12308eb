import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one process of a test run leaves for the end of the run. */
export type Note =
  | { readonly kind: 'failure'; readonly of: string }
  | { readonly kind: 'complete file'; readonly of: string }
  | { readonly kind: 'database'; readonly of: string };

/** Mocha divides the files among processes; they share one folder, which this variable names. */
const variable = 'TEST_NOTES_FOLDER';

export async function openNotes(): Promise<void> {
  process.env[variable] = await mkdtemp(join(tmpdir(), 'portcullis-notes-'));
}

/** Each process writes to a file of its own. Does nothing where no run has opened the notes. */
export function note(...notes: readonly Note[]): void {
  const folder = process.env[variable];
  if (folder === undefined) return;
  appendFileSync(join(folder, `${process.pid}`), notes.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** The notes of all processes. */
export function notesOf(kind: Note['kind']): ReadonlySet<string> {
  const folder = process.env[variable];
  const files = folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name));
  // A run of chosen tests may leave an empty file.
  const notes = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  const parsed = notes.map((line): Note => JSON.parse(line));
  return new Set(parsed.filter((each) => each.kind === kind).map(({ of }) => of));
}

export async function removeNotes(): Promise<void> {
  const folder = process.env[variable];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
