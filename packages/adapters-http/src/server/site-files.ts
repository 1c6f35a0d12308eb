import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A file of a site. The file is kept in memory. */
export interface SiteFile {
  readonly etag: string;
  readonly contents: Buffer;
  /** Compressed copies, by content encoding. */
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/** The files of a site by their paths, such as `assets/main-AB12.js`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

/**
 * Reads a built site into memory, with the compressed copies `*.br` and `*.gz` that the build has written. Requests
 * look up paths only in this map, so a request cannot read other files.
 * @returns undefined if there is no `index.html`
 */
export async function readSite(directory: string): Promise<SiteFiles | undefined> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const read = new Map<string, Buffer>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    read.set(relative(directory, file).split(sep).join('/'), await readFile(file));
  }
  if (!read.has('index.html')) return undefined;
  return new Map([...read].filter(([path]) => !isCopy(path, read)).map(([path]) => [path, siteFile(path, read)]));
}

/** Returns the site with further files, by their paths. */
export const withFiles = (site: SiteFiles, further: ReadonlyMap<string, Buffer>): SiteFiles =>
  new Map([...site, ...[...further].map(([path]) => [path, siteFile(path, further)] as const)]);

const isCopy = (path: string, read: ReadonlyMap<string, Buffer>): boolean =>
  /\.(?:br|gz)$/.test(path) && read.has(path.replace(/\.\w+$/, ''));

function siteFile(path: string, read: ReadonlyMap<string, Buffer>): SiteFile {
  const contents = read.get(path) ?? Buffer.alloc(0);
  const [br, gzip] = [read.get(`${path}.br`), read.get(`${path}.gz`)];
  return {
    etag: hash('sha1', contents, 'base64url'),
    contents,
    compressed: { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) },
  };
}
