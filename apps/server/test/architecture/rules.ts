import { posix } from 'node:path';
import type { TextFile } from './files.ts';

/** Checks files, and returns one line for each fault. */
export type Rule = (files: readonly TextFile[]) => readonly string[];

/**
 * The layers of each package, from the lowest to the highest. A layer is a folder or one file. The layer `.`
 * consists of the files directly in `src` that are not layers themselves. A file imports only from its own layer and
 * from the layers before its own in the array. The rule does not apply to packages that are not listed.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/domain/src': [
    'shared',
    'names',
    'menus',
    'media',
    'contents',
    'built-in.ts',
    'conditions',
    'roles',
    'accounts',
    'own-fields.ts',
    'own-resource.ts',
    'access',
    'events',
    '.',
  ],
  'packages/application/src': [
    'ports',
    'scheduler-actor.ts',
    'changes.ts',
    'dependencies.ts',
    'reach.ts',
    'retention',
    'idempotency',
    'secrets',
    'mail',
    'user-attributes',
    'permissions',
    'roles',
    'menus',
    'auth/add-account.ts',
    'auth/sessions',
    'auth/factors',
    'auth/identities',
    'auth',
    'mail-links',
    'setup',
    'users',
    'access',
    'categories',
    'tags',
    'media',
    'contents',
    'deliveries',
    'live',
    'api-keys',
    'webhooks',
    'imports',
    '.',
  ],
  'packages/testing/src': [
    'tables',
    'builders.ts',
    'fakes.ts',
    'factors.ts',
    'given.ts',
    'refusal-of.ts',
    'contracts',
    'resources',
    '.',
    'contracts/own-resource.ts',
    'contracts/index.ts',
  ],
  'packages/adapters-persistence/src': [
    'postgres',
    'embedded',
    'conditions',
    'sql',
    'event-numbering.ts',
    'resource-store.ts',
    'join-tables.ts',
    'access',
    'contents',
    'auth',
    'users',
    'media',
    'events',
    'migration.ts',
    'schema',
    '.',
  ],
  'packages/adapters-http/src': [
    'responses',
    'feeds',
    'validation',
    'checks',
    'body',
    'routes',
    'openapi',
    'server',
    '.',
  ],
  'apps/console/src': [
    'language',
    'routing',
    'parts',
    'session',
    'navigation',
    'forms',
    'editor',
    'resources',
    'log-in',
    'layout',
    'screens',
    '.',
  ],
  'apps/server/src': [
    'config',
    'process',
    'observability',
    'adapters',
    'moving',
    'wiring',
    'modules',
    'doctor',
    'maintenance',
    'demo',
    'server.ts',
    'commands',
    '.',
  ],
};

const isSource = ({ path }: TextFile): boolean => /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path);
const sourceFolderOf = (path: string): string => path.split('/', 3).join('/');

const relativeImports = /(?:\bfrom\s*|\bimport\(\s*|^import\s*)'(\.[^']*)'/gm;

/** Returns every relative import in source files, as the paths of the importing and of the imported file. */
const importsOf = (files: readonly TextFile[]) =>
  files
    .filter(isSource)
    .flatMap(({ path, text }) =>
      [...text.matchAll(relativeImports)].map(([, name = '']) => ({ path, to: posix.join(posix.dirname(path), name) })),
    );

/** Returns the index of a file's innermost layer in `order`, the layers of its package; -1 for an unlisted folder. */
function layerOf(path: string, order: readonly string[]): number {
  const file = posix.relative(sourceFolderOf(path), path);
  const [innermost] = order
    .filter((layer) => file === layer || file.startsWith(`${layer}/`))
    .toSorted((a, b) => b.length - a.length);
  return order.indexOf(innermost ?? (file.includes('/') ? 'no layer' : '.'));
}

/**
 * In a package that `layers` lists, a file imports only from its own layer and from the layers that are listed before
 * it. A file in a folder that is not listed must not import anything from its own package.
 */
export const downwards: Rule = (files) =>
  importsOf(files).flatMap(({ path, to }) => {
    const order = layers[sourceFolderOf(path)];
    if (order === undefined || sourceFolderOf(to) !== sourceFolderOf(path)) return [];
    const [from, target] = [layerOf(path, order), layerOf(to, order)];
    return from < 0 || target > from ? [`${path}: imports ${to}`] : [];
  });

const screenOf = (path: string): string | undefined => /^apps\/console\/src\/screens\/([^/]+)\//.exec(path)?.[1];

/** The screens of a resource in the console import nothing from the screens of another resource. */
export const screensApart: Rule = (files) =>
  importsOf(files)
    .filter(
      ({ path, to }) => screenOf(path) !== undefined && screenOf(to) !== undefined && screenOf(path) !== screenOf(to),
    )
    .map(({ path, to }) => `${path}: imports ${to}`);

/** A source file imports no test, and no other package by a relative path. */
export const insideSources: Rule = (files) =>
  importsOf(files)
    .filter(({ path, to }) => !to.startsWith(`${sourceFolderOf(path)}/`))
    .map(({ path, to }) => `${path}: imports ${to}`);

const isEntry = ({ path }: TextFile): boolean => /\/src\/(?:(?:filters|soybean)\/)?index\.ts$/.test(path);

/**
 * Only the entry points of a package have re-exports. An entry point is `index.ts` in `src`, or in the folder `filters`
 * or `soybean` of `src`.
 */
export const barrels: Rule = (files) =>
  files
    .filter((file) => isSource(file) && !isEntry(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export\b[^;'"`=]*?\bfrom\s*['"].*/gm)].map(([line]) => `${path}: ${line}`),
    );

const maxRecordWords = 200;

/**
 * A decision record is named `NNNN-title.md`. It has a unique number NNNN, the same form as all others, at most
 * `maxRecordWords` words, and a line in the index.
 */
export const decisionRecords: Rule = (files) => {
  const index = files.find(({ path }) => path === 'docs/adr/README.md');
  const records = files.filter((file) => file.path.startsWith('docs/adr/') && file !== index);
  const numberOf = ({ path }: TextFile) => /^docs\/adr\/(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(path)?.[1];
  return records.flatMap((record) => {
    const number = numberOf(record);
    if (number === undefined) return [`${record.path}: is not named NNNN-title.md`];
    const first = records.find((other) => numberOf(other) === number);
    const words = record.text.split(/\s+/).length;
    const isInForm = /^# \d+\. .+\n\n\*\*Context\.\*\*[^]*\n\n\*\*Decision\.\*\*[^]*\n\n\*\*Consequences\.\*\*/.test(
      record.text,
    );
    return [
      ...(first === record ? [] : [`${record.path}: has the same number as ${first?.path}`]),
      ...(words > maxRecordWords ? [`${record.path}: has more than ${maxRecordWords} words`] : []),
      ...(isInForm ? [] : [`${record.path}: does not consist of Context, Decision and Consequences`]),
      ...(index?.text.includes(`(${record.path.slice('docs/adr/'.length)})`) === true
        ? []
        : [`${record.path}: is not in the index`]),
    ];
  });
};
