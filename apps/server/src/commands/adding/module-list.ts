import { listText } from './project-files.ts';

/** The file that lists the modules of a project. */
export interface ModuleList {
  /** The exported names with the files in which they are, without `.ts`, in the order of the list. */
  readonly modules: readonly { readonly exported: string; readonly file: string }[];
  /** The prefix of the module with the written migrations; undefined if there is none. */
  readonly migrationsOf: string | undefined;
}

const importLine = /^import \{ (\w+) \} from '\.\/([\w-]+)\.ts';$/gm;

/** Returns the text of the file. */
export function writeModuleList({ modules, migrationsOf }: ModuleList): string {
  const imports = modules.map(({ exported, file }) => `import { ${exported} } from './${file}.ts';\n`);
  const names = modules.map(({ exported }) => exported);
  const [migrationsImport, entries] =
    migrationsOf === undefined
      ? ['', names]
      : [
          `import { migrations } from './migrations/index.ts';\n`,
          [...names, `{ name: '${migrationsOf}.migrations', migrations }`],
        ];
  return `${migrationsImport}${imports.join('')}
/** The resources of this service. The commands get this list with --modules. */
${listText('modules', entries)}`;
}

/** Returns what a file lists; undefined if it has another form than `writeModuleList` gives it. */
export function readModuleList(text: string): ModuleList | undefined {
  const modules = [...text.matchAll(importLine)].map(([, exported = '', file = '']) => ({ exported, file }));
  const [, migrationsOf] = /\{ name: '(\w+)\.migrations', migrations \}/.exec(text) ?? [];
  const list = { modules, migrationsOf };
  return writeModuleList(list) === text ? list : undefined;
}
