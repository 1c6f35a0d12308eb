import { posix } from 'node:path';
import { packages, testingKit, type PackageRule } from './table.ts';

/** A file as the rules see it; the path counts from the root of the repository. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** What is wrong with the files, a line for each fault. */
export type Rule = (files: readonly TextFile[]) => readonly string[];

/** The folder of the package that a file belongs to, such as `packages/domain`. */
export const folderOf = ({ path }: TextFile): string => path.split('/', 2).join('/');

const isSource = ({ path }: TextFile): boolean => /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(path);

/** A rule that looks at the production files one by one. */
const bySource =
  (fault: (file: TextFile) => readonly string[]): Rule =>
  (files) =>
    files.filter(isSource).flatMap((file) => fault(file).map((text) => `${file.path}: ${text}`));

const unknownPackage: PackageRule = { dependencies: [], builtins: false, decorators: false };

const ruleOf = (file: TextFile): PackageRule =>
  file.path.startsWith(testingKit.folder) ? testingKit.rule : (packages[folderOf(file)] ?? unknownPackage);

// The formatter puts every import and export at the start of a line.
const statements = /^(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)/gm;
const sideEffects = /^import\s*['"]([^'"]+)/gm;
const calls = /\b(?:import|require)\(\s*['"`]([^'"`$]+)/g;

/** Every module a file names: imports, re-exports, `import()` and `require()`, a computed name as far as it is written. */
const specifiers = ({ text }: TextFile): readonly string[] =>
  [statements, sideEffects, calls].flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name));

const byImport = (isAtFault: (name: string, file: TextFile) => boolean): Rule =>
  bySource((file) =>
    specifiers(file)
      .filter((name) => isAtFault(name, file))
      .map((name) => `imports ${name}`),
  );

const isRelative = (name: string): boolean => name.startsWith('.');
const isBuiltin = (name: string): boolean => name.startsWith('node:');
const packageNameOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** Dependencies point inwards, and each library has one package that knows it. */
export const direction = byImport(
  (name, file) => !isRelative(name) && !isBuiltin(name) && !ruleOf(file).dependencies.includes(packageNameOf(name)),
);

/** The core runs anywhere, and reaches the outside through ports only. */
export const builtins = byImport((name, file) => isBuiltin(name) && !ruleOf(file).builtins);

/** A package is entered by its name, never by a path. */
export const relativeInside = byImport(
  (name, file) => isRelative(name) && !posix.join(posix.dirname(file.path), name).startsWith(`${folderOf(file)}/src/`),
);

/** Of another package only what its entry exports; the testing kit is for tests. */
export const deepImports = byImport((name) => /^@portcullis\/[^/]+\//.test(name));

/** Only a package's entries pass on what other files export. */
export const barrels = bySource(({ path, text }) =>
  /\/src\/(?:(?:testing|testing\/contracts|soybean)\/)?index\.ts$/.test(path)
    ? []
    : [...text.matchAll(/^export\b[^;'"`=]*?\bfrom\s*['"].*/gm)].map(([line]) => line),
);

/** Decorators stay with the request shapes; nowhere else does a class need a framework to be understood. */
export const decorators = bySource((file) =>
  ruleOf(file).decorators ? [] : [...file.text.matchAll(/(?:^|[(,])\s*@[A-Za-z]\w*/gm)].map(([found]) => found.trim()),
);

/** An exception to a check is made in its configuration, with a reason, and never in passing. */
export const inlineExceptions = bySource(({ text }) =>
  [...text.matchAll(/(?:oxlint|eslint)-disable|biome-ignore|@ts-(?:ignore|nocheck|expect-error)/g)].map(
    ([found]) => found,
  ),
);
