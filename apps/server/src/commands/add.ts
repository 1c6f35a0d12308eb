import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, useDatabase } from '@portcullis/adapters-persistence/internal/database';
import { planTables, type TableChange } from '@portcullis/adapters-persistence/internal/plan-tables';
import { noTables } from '@portcullis/adapters-persistence/internal/stored-tables';
import { kebab, ownResource, type OwnResource } from '@portcullis/domain/internal/own-resource';
import { readField } from './adding/field-words.ts';
import { insertFields } from './adding/insert-field.ts';
import { migrationFiles } from './adding/migration-files.ts';
import { readModuleList, writeModuleList, type ModuleList } from './adding/module-list.ts';
import { writeFiles } from './adding/project-files.ts';
import { fieldText, lastPart, moduleText, testText } from './adding/source-text.ts';
import { version } from '../config/version.ts';
import { migratedStoresOf, resourcesOf } from '../wiring/module-parts.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';
import { loadModules } from './load-modules.ts';
import { say, UsageError, type Terminal } from './terminal.ts';

interface AddOptions {
  readonly modules: string;
}

const listFile = join('src', 'modules.ts');
const migrations = join('src', 'migrations');

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** @throws {UsageError} if a name or a field is not allowed */
function checked(make: () => OwnResource): OwnResource {
  try {
    return make();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** Returns the statements for a resource, in a database in memory that has what the modules have so far. */
async function changesFor(modules: readonly ResourceModule[], resource: OwnResource): Promise<readonly TableChange[]> {
  const inMemory = openDatabase({ poolSize: 1, stores: migratedStoresOf(modules) });
  return useDatabase(inMemory, (database) => database.planTables([resource]));
}

/** Returns the exports with the modules of resources, by the names of the resources. */
function exportsOf({ modules }: ModuleList): ReadonlyMap<string, { readonly exported: string; readonly file: string }> {
  return new Map(
    modules.flatMap((each) => {
      const path = join('src', `${each.file}.ts`);
      const [, name] = (existsSync(path) && /^ {2}name: '([\w.]+)',$/m.exec(readFileSync(path, 'utf8'))) || [];
      return name === undefined ? [] : [[name, each] as const];
    }),
  );
}

/** Reads the project in the working directory. */
async function readProject({ modules: file }: AddOptions) {
  if (!existsSync(listFile))
    throw new UsageError(`The folder has no ${listFile}: run this in a project that create-portcullis has made.`);
  const modules = await loadModules(file);
  return { modules, list: readModuleList(readFileSync(listFile, 'utf8')), resources: resourcesOf(modules) };
}

/** Adds a resource to the project: its module, the migration that creates its table, and its test. */
export async function addResource(
  terminal: Terminal,
  word: string,
  words: readonly string[],
  options: AddOptions,
): Promise<void> {
  const { modules, list, resources } = await readProject(options);
  const [prefix = ''] = word.includes('.') ? word.split('.') : (modules[0]?.name.split('.') ?? []);
  const noun = lastPart(word);
  const plural = pluralOf(noun);
  const file = kebab(plural);
  const [modulePath, testPath] = [join('src', `${file}.ts`), join('test', `${file}.test.ts`)];
  const existing = [modulePath, testPath].find((path) => existsSync(path));
  if (existing !== undefined) throw new UsageError(`${existing} exists: choose another name.`);
  const fields = Object.fromEntries(
    words.map((each) => readField(each, `${prefix}.${noun}`, resources, { search: true })),
  );
  const namedBy = Object.keys(fields).find((each) => fields[each]?.type === 'text');
  if (namedBy === undefined)
    throw new UsageError(`A resource needs a text that names its entries, such as name:text!.`);
  const resource = checked(() => ownResource(`${prefix}.${noun}`, `${prefix}.${plural}`, { fields, namedBy }));
  const added = { exported: plural, file };
  const next: ModuleList = { modules: [...(list?.modules ?? []), added], migrationsOf: prefix };
  const [major] = version.split('.');
  writeFiles(terminal, {
    [modulePath]: moduleText(resource, plural, `^${major}.0.0`, exportsOf(next)),
    ...migrationFiles(migrations, planTables([resource], noTables), Date.now()),
    [testPath]: testText(resource, Object.keys(fields), plural, file),
    ...(list !== undefined && { [listFile]: writeModuleList({ ...next, migrationsOf: list.migrationsOf ?? prefix }) }),
  });
  if (list === undefined)
    say(
      terminal,
      `Add ${plural} of ./${file}.ts, and { name: '${prefix}.migrations', migrations } of ./migrations/index.ts, to ${listFile}.`,
    );
  say(terminal, `npm start serves /api${resource.path}, with a list and forms at /admin/modules${resource.path}.`);
}

/** Adds fields to a resource of the project: to its module, with a migration and a test. */
export async function addFields(
  terminal: Terminal,
  word: string,
  words: readonly string[],
  options: AddOptions,
): Promise<void> {
  const { modules, list, resources } = await readProject(options);
  const found = resources.find(({ name }) => name === word || lastPart(name) === word);
  if (found === undefined)
    throw new UsageError(
      `There is no resource '${word}': write one of ${resources.map(({ name }) => name).join(', ')}.`,
    );
  const { name, plural, namedBy, uniques, uniqueFields, read } = found;
  const added = Object.fromEntries(words.map((each) => readField(each, found.name, resources, {})));
  const taken = Object.keys(added).find((each) => each in found.fields);
  if (taken !== undefined) throw new UsageError(`${name} has a field ${taken}.`);
  const unique = uniques.filter(([each = '', ...further]) => further.length > 0 || !uniqueFields.includes(each));
  const fields = { ...found.fields, ...added };
  const resource = checked(() =>
    ownResource(`${name.split('.')[0] ?? ''}.${lastPart(name)}`, plural, { fields, namedBy, unique, read }),
  );
  const exports = exportsOf(list ?? { modules: [], migrationsOf: undefined });
  const exported = (of: string): string => exports.get(of)?.exported ?? lastPart(of);
  const lines = Object.entries(added)
    .map(([each, field]) => fieldText(each, field, exported))
    .join('\n');
  const targets = Object.values(added).flatMap((field) =>
    'to' in field && typeof field.to === 'object' ? field.to.name : [],
  );
  const imports = targets.flatMap((target) => {
    const from = exports.get(target);
    return from === undefined || target === name ? [] : `import { ${from.exported} } from './${from.file}.ts';`;
  });
  const own = exports.get(name);
  const path = join('src', `${own?.file ?? ''}.ts`);
  const changed = own === undefined ? undefined : insertFields(readFileSync(path, 'utf8'), name, lines, imports);
  const names = Object.keys(added);
  const test = join('test', `${own?.file ?? kebab(lastPart(plural))}-${names.map(kebab).join('-')}.test.ts`);
  writeFiles(terminal, {
    ...(changed !== undefined && { [path]: changed }),
    ...migrationFiles(migrations, await changesFor(modules, resource), Date.now()),
    ...(own !== undefined && { [test]: testText(resource, names, own.exported, own.file) }),
    ...(list !== undefined &&
      list.migrationsOf === undefined && {
        [listFile]: writeModuleList({ ...list, migrationsOf: name.split('.')[0] }),
      }),
  });
  if (changed === undefined) say(terminal, `The definition of ${name} cannot be read. Add to its fields:\n${lines}`);
}
