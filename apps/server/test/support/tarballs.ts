import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
}

let packed: Promise<Tarballs> | undefined;

/**
 * Compiles and packs all packages, once in a process. The files exist until the process exits. If PACKED_PACKAGES names a
 * folder, the packages in it are used.
 */
export const packPackages = (): Promise<Tarballs> => (packed ??= pack());

const tarballsIn = (folder: string): Tarballs => {
  const names = readdirSync(folder);
  return {
    folder,
    of: (source) => {
      const form = new RegExp(`^(?:portcullis-)?${basename(source)}-\\d.*\\.tgz$`);
      return join(folder, names.find((each) => form.test(each)) ?? `${source} was not packed`);
    },
  };
};

async function pack(): Promise<Tarballs> {
  const given = process.env['PACKED_PACKAGES'];
  if (given !== undefined) return tarballsIn(given);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await run(root, 'npm', ['run', '--silent', 'pack', '--', '--pack-destination', folder]);
  return tarballsIn(folder);
}
