import { join } from 'node:path';
import ts from 'typescript';
import { readFiles, root } from '../architecture/files.ts';
import { isPublicEntry, manifestOf, publicFolders } from './readmes.ts';

/** A name that a package exports. */
export interface ExportedName {
  /** For members of a namespace, with the name of the namespace, such as `field.Text`. */
  readonly name: string;
  /** What the name declares, such as `function`, or `const, type` for two declarations. */
  readonly kind: string;
  readonly isDescribed: boolean;
  readonly examples: readonly string[];
  /** The declaration of the name, and of everything that it refers to directly or indirectly. */
  readonly declared: ts.Symbol;
  readonly refersTo: () => ReadonlySet<ts.Symbol>;
}

/** What an entry point exports, such as `@portcullis/testing/contracts`. */
export interface EntryPoint {
  readonly specifier: string;
  /** The folder of the package. */
  readonly folder: string;
  readonly names: readonly ExportedName[];
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  skipLibCheck: true,
  types: [],
};

/** An entry point, and the file with its declarations. */
type EntryFile = Pick<EntryPoint, 'specifier' | 'folder'> & { readonly file: string };

/** Returns what every public entry point of every public package exports, in alphabetical order. */
export async function entryPoints(): Promise<readonly EntryPoint[]> {
  const files = await Promise.all(
    publicFolders.map(async (folder) => {
      const { name, exports } = await manifestOf(folder);
      return Object.entries(exports)
        .filter(([path]) => isPublicEntry(path))
        .map(([path, { types }]) => ({ specifier: name + path.slice(1), folder, file: join(root, folder, types) }));
    }),
  );
  return exportsOf(files.flat());
}

const internalImports = /import (?:type )?\{([^}]*)\} from '(@portcullis\/[\w-]+\/internal\/[^']+)'/g;

/** Returns the names that the packages of this repository import from single files of other packages. */
export function internalEntryPoints(): readonly EntryPoint[] {
  const imported = readFiles().flatMap(({ text }) =>
    [...text.matchAll(internalImports)].flatMap(([, list = '', specifier = '']) =>
      list.split(',').map((name) => ({ specifier, name: name.trim().replace(/^type | as .*/g, '') })),
    ),
  );
  const files = [...new Set(imported.map(({ specifier }) => specifier))].map((specifier) => {
    const [, name = '', , ...path] = specifier.split('/');
    const folder = `packages/${name}`;
    return { specifier, folder, file: join(root, folder, 'dist/src', `${path.join('/')}.d.ts`) };
  });
  const isImported = new Set(imported.map(({ specifier, name }) => `${specifier} ${name}`));
  return exportsOf(files).map(({ specifier, folder, names }) => ({
    specifier,
    folder,
    names: names.filter(({ name }) => isImported.has(`${specifier} ${name}`)),
  }));
}

/** Reads declarations. */
function exportsOf(entries: readonly EntryFile[]): readonly EntryPoint[] {
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  return entries.map(({ file, specifier, folder }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is missing, or exports nothing.`);
    return { specifier, folder, names: namesOf(module, checker) };
  });
}

/** @param prefix the name of the namespace with a dot */
function namesOf(module: ts.Symbol, checker: ts.TypeChecker, prefix = ''): readonly ExportedName[] {
  const names = checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const name = prefix + exported.name;
    if ((symbol.flags & ts.SymbolFlags.ValueModule) !== 0) return namesOf(symbol, checker, `${name}.`);
    const tags = symbol.getJsDocTags(checker);
    return {
      name,
      kind: kindOf(symbol, checker),
      isDescribed: symbol.getDocumentationComment(checker).length > 0,
      examples: tags.filter((tag) => tag.name === 'example').map(({ text }) => ts.displayPartsToString(text)),
      declared: symbol,
      refersTo: () => symbolsReachedFrom(symbol, checker),
    };
  });
  return names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the declarations of this repository that a declaration refers to, directly or indirectly. */
function symbolsReachedFrom(first: ts.Symbol, checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const reached = new Set([first]);
  const visit = (node: ts.Node): void => {
    const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    if (named !== undefined) {
      reached.add((named.flags & ts.SymbolFlags.Alias) === 0 ? named : checker.getAliasedSymbol(named));
    }
    node.forEachChild(visit);
  };
  // The set grows while it is read.
  for (const symbol of reached) {
    if ((symbol.flags & ts.SymbolFlags.ValueModule) !== 0) continue;
    const declarations = symbol.declarations ?? [];
    for (const node of declarations) if (!node.getSourceFile().fileName.includes('node_modules')) visit(node);
  }
  return reached;
}

const kinds: readonly (readonly [flag: ts.SymbolFlags, kind: string])[] = [
  [ts.SymbolFlags.Function, 'function'],
  [ts.SymbolFlags.Class, 'class'],
  [ts.SymbolFlags.Interface, 'interface'],
  [ts.SymbolFlags.TypeAlias, 'type'],
];

function kindOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const found = kinds.filter(([flag]) => (symbol.flags & flag) !== 0).map(([, kind]) => kind);
  if ((symbol.flags & ts.SymbolFlags.Variable) !== 0) {
    const isFunction = checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
    found.unshift(isFunction ? 'function' : 'const');
  }
  return found.join(', ');
}
