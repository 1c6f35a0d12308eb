import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { projectFiles } from './project-files.ts';

/** Where a new project is made, and how it is called. */
export interface NewProject {
  /** The folder, which must be empty or missing. Its last part is the name of the npm package. */
  readonly folder: string;
  /** The prefix of all names in the project. Default: the letters of the name, in lower case. */
  readonly prefix?: string | undefined;
  /** A folder with the files of the packages, for versions that are not in a registry. The files are copied. */
  readonly packages?: string | undefined;
}

/**
 * A project cannot be made. The message is a sentence that says what to change.
 * @example
 * try {
 *   createProject({ folder: '/' });
 * } catch (error) {
 *   if (!(error instanceof CannotCreate)) throw error;
 *   console.log(error.message); // '' is no name of a package: use letters in lower case, digits and hyphens.
 * }
 */
export class CannotCreate extends Error {
  override readonly name = 'CannotCreate';
}

/** Packages that a service does not import. */
const unused = /^(?:create-portcullis|portcullis-(?:front-end-kits|guard|refine))-\d/;

/**
 * Makes a project with one resource of its own. It installs nothing.
 * @throws {CannotCreate} if the folder is not empty, or a name is not allowed
 * @returns the path of the project
 * @example
 * const folder = createProject({ folder: '/tmp/shop-service', prefix: 'shop' });
 */
export function createProject({ folder, prefix, packages }: NewProject): string {
  const path = resolve(folder);
  const name = basename(path);
  if (!/^[a-z][a-z0-9._-]*$/.test(name)) {
    throw new CannotCreate(`'${name}' is no name of a package: use letters in lower case, digits and hyphens.`);
  }
  const chosen = prefix ?? name.replaceAll(/[^a-z]/g, '');
  if (!/^[a-z]+$/.test(chosen)) throw new CannotCreate(`The prefix '${chosen}' must consist of letters in lower case.`);
  if (existsSync(path) && readdirSync(path).length > 0) throw new CannotCreate(`${path} is not empty.`);
  const copied = packages === undefined ? [] : copyPackages(packages, join(path, 'packages'));
  const files = projectFiles({ name, prefix: chosen, since: Date.now(), packages: Object.fromEntries(copied) });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

/** Copies the files of packages, and returns their names with the addresses for package.json. */
function copyPackages(from: string, to: string): readonly (readonly [name: string, address: string])[] {
  const all = existsSync(from) ? readdirSync(from) : [];
  const files = all.filter((file) => file.endsWith('.tgz') && !unused.test(file));
  if (files.length === 0) throw new CannotCreate(`${from} has no files of packages. Run npm run pack.`);
  mkdirSync(to, { recursive: true });
  return files.map((file) => {
    cpSync(join(from, file), join(to, file));
    const [, name = file] = /^portcullis-(.+?)-\d/.exec(file) ?? [];
    return [`@portcullis/${name}`, `file:packages/${file}`];
  });
}
