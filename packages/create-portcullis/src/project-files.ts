import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a new project is called, and where its packages come from. */
export interface ProjectSettings {
  /** The name of the npm package, such as `acme-service`. */
  readonly name: string;
  /** The prefix of all names in the project, in lower case, such as `acme`. */
  readonly prefix: string;
  /** The timestamp in the name of the first migration, in milliseconds. */
  readonly since: number;
  /** The versions of the packages, by name. Packages that are not listed come from the registry. */
  readonly packages?: Readonly<Record<string, string>>;
}

const template = fileURLToPath(new URL('../../template', import.meta.url));

/** The names in the template, which are those of a real project, so that its files compile as they are. */
const inTemplate = { name: 'acme-service', prefix: 'acme', since: '1795280000000' };

/** npm omits or interprets files with these names, so they have an underscore in the template. */
const hiddenName = /(^|\/)_(package\.json|gitignore|dockerignore|env)$/;
const nameOf = (path: string): string =>
  path.replace(
    hiddenName,
    (_match, folder: string, file: string) => `${folder}${file === 'package.json' ? '' : '.'}${file}`,
  );

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the files of a new project by their paths.
 * @example
 * const files = projectFiles({ name: 'shop-service', prefix: 'shop', since: Date.now() });
 * console.log(files['src/projects.ts']?.includes("name: 'shop.project'")); // true
 */
export function projectFiles({
  name,
  prefix,
  since,
  packages = {},
}: ProjectSettings): Readonly<Record<string, string>> {
  const rename = (text: string): string =>
    text
      .replaceAll(inTemplate.name, name)
      .replaceAll(inTemplate.prefix, prefix)
      .replaceAll(capitalised(inTemplate.prefix), capitalised(prefix))
      .replaceAll(inTemplate.since, String(since));
  const files = readdirSync(template, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(template.length + 1).replaceAll('\\', '/');
    return [nameOf(path), rename(readFileSync(file, 'utf8'))] as const;
  });
  const project = Object.fromEntries(texts);
  return { ...project, 'package.json': withPackages(project['package.json'] ?? '', packages) };
}

/** Returns a package.json that gets some packages from elsewhere. */
function withPackages(text: string, packages: Readonly<Record<string, string>>): string {
  const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } = JSON.parse(text);
  for (const [name, version] of Object.entries(packages)) {
    const list = name in manifest.devDependencies ? manifest.devDependencies : manifest.dependencies;
    list[name] = version;
  }
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
