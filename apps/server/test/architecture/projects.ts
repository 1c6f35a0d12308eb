import { posix } from 'node:path';
import { folderOf, type Rule, type TextFile } from './imports.ts';
import { packages } from './table.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Project {
  readonly compilerOptions?: { readonly experimentalDecorators?: boolean; readonly emitDecoratorMetadata?: boolean };
  readonly references?: readonly { readonly path: string }[];
}

function manifestOf({ text }: TextFile): Manifest {
  const manifest: Manifest = JSON.parse(text);
  return manifest;
}

function projectOf({ text }: TextFile): Project {
  const project: Project = JSON.parse(text);
  return project;
}

const isManifest = ({ path }: TextFile): boolean => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(path);
const isProject = ({ path }: TextFile): boolean => /^(?:(?:packages|apps)\/[^/]+\/)?tsconfig\.json$/.test(path);

const dependenciesOf = (manifest: TextFile): readonly string[] => Object.keys(manifestOf(manifest).dependencies ?? {});

const devDependenciesOf = (manifest: TextFile): readonly string[] =>
  Object.keys(manifestOf(manifest).devDependencies ?? {});

/** What a tool needs, it needs in development only. */
const needsOf = (manifest: TextFile): readonly string[] =>
  packages[folderOf(manifest)]?.isTool === true
    ? devDependenciesOf(manifest).filter((name) => !name.startsWith('@types/'))
    : dependenciesOf(manifest);

/** A manifest names what the table allows its package, no more and no less; every package stands in the table. */
export const manifests: Rule = (files) =>
  files.filter(isManifest).flatMap((manifest) => {
    const allowed = packages[folderOf(manifest)]?.dependencies;
    if (allowed === undefined) return [`${manifest.path}: is not in the table of packages`];
    const named = needsOf(manifest);
    return [
      ...named.filter((name) => !allowed.includes(name)).map((name) => `${manifest.path}: may not use ${name}`),
      ...allowed.filter((name) => !named.includes(name)).map((name) => `${manifest.path}: does not use ${name}`),
    ];
  });

/** The compiler builds a package after those that its manifest names, and the root builds every package. */
export const references: Rule = (files) => {
  const all = files.filter(isManifest);
  const folders = new Map(all.map((manifest) => [manifestOf(manifest).name, folderOf(manifest)]));
  return files.filter(isProject).flatMap((project) => {
    const folder = posix.dirname(project.path);
    const manifest = all.find((each) => folderOf(each) === folder);
    const wanted =
      manifest === undefined
        ? [...folders.values()]
        : [...dependenciesOf(manifest), ...devDependenciesOf(manifest)].flatMap((name) => folders.get(name) ?? []);
    const found = (projectOf(project).references ?? []).map(({ path }) => posix.join(folder, path));
    return [
      ...wanted.filter((each) => !found.includes(each)).map((each) => `${project.path}: does not refer to ${each}`),
      ...found.filter((each) => !wanted.includes(each)).map((each) => `${project.path}: refers to ${each}`),
    ];
  });
};

/** Decorators compile where the table allows them, and what they decorate is never described to a framework. */
export const decoratorOptions: Rule = (files) =>
  files.filter(isProject).flatMap((project) => {
    const { experimentalDecorators = false, emitDecoratorMetadata = false } = projectOf(project).compilerOptions ?? {};
    const allowed = packages[folderOf(project)]?.decorators ?? false;
    return [
      ...(experimentalDecorators && !allowed ? [`${project.path}: turns decorators on`] : []),
      ...(emitDecoratorMetadata ? [`${project.path}: emits decorator metadata`] : []),
    ];
  });
