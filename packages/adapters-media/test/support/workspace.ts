import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of a test file. */
export interface Workspace {
  readonly root: string;
  /** Writes a file in a folder of its own. @returns its path */
  readonly put: (content: Uint8Array) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), 'portcullis-media-'));
  return {
    root,
    put: async (content) => {
      const path = join(await mkdtemp(join(root, 'file-')), 'received');
      await writeFile(path, content);
      return path;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
