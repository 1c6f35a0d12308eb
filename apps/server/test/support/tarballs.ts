import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../architecture/files.ts';
import { run } from './run.ts';

/** The packages in the form in which they would be published. */
export interface Tarballs {
  /** The folder with the files. */
  readonly folder: string;
  /** Returns the file of a package. @param source the folder of the package, such as `packages/domain` */
  readonly of: (source: string) => string;
  readonly remove: () => Promise<void>;
}

/** Compiles and packs all packages. */
export async function packPackages(): Promise<Tarballs> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
  await run(root, 'npm', ['run', '--silent', 'pack', '--', '--pack-destination', folder]);
  const names = await readdir(folder);
  return {
    folder,
    of: (source) => {
      const form = new RegExp(`^(?:portcullis-)?${basename(source)}-\\d.*\\.tgz$`);
      return join(folder, names.find((each) => form.test(each)) ?? `${source} was not packed`);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
