import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ContentBin } from '@portcullis/domain/internal/contents/content';
import type { OwnField, OwnResource, Translated } from '@portcullis/domain';
import { attributeKinds } from '@portcullis/domain/internal/conditions/condition-operators';
import { byType, fieldLimits, fieldTypes, kindOf } from '@portcullis/domain/internal/own-fields';
import type { DataOf } from '../validation/request.ts';
import * as schema from '../validation/schema.ts';
import type { EventRouteDependencies } from './events/events.ts';
import { route, type Route } from './route.ts';

/** What a module adds to the console. */
export interface ConsolePart {
  /** The resources for which the console makes a list and a form from their fields. */
  readonly resources?: readonly OwnResource[];
  /** The names of events, by their types. Those of `resources` have names already. */
  readonly events?: Readonly<Record<string, Translated>>;
  /** Screens with code of their own. A screen with the path of a resource replaces the list of this resource. */
  readonly screens?: readonly ConsoleScreen[];
}

/** A screen of the console whose code belongs to a module. */
export interface ConsoleScreen {
  /** The path below `/admin/modules`, which begins with the prefix of the module. One segment may be `:id`. */
  readonly path: `/${string}/${string}`;
  /** The title in the navigation. Without a title, the screen is opened only from other screens. */
  readonly title?: Translated;
  /** Operation ids. Whoever may call one of them may open the screen. */
  readonly anyOf: readonly [string, ...string[]];
  /** An ES module in one file, whose default export is the Preact component of the screen. */
  readonly script: URL;
}

/** Returns the path, below `/admin/`, at which the script of a screen is served. */
export const scriptPathOf = ({ path, script }: Pick<ConsoleScreen, 'path' | 'script'>): string =>
  `scripts/${path.split('/')[1] ?? ''}/${basename(script.pathname)}`;

interface RulesScript {
  readonly path: string;
  readonly code: string;
}

/** Returns the ES module with the rules that the form of a resource runs, and its path below `/admin/`, if there are any. */
export function rulesScriptOf({ name, formRules }: OwnResource): RulesScript | undefined {
  if (formRules.length === 0) return undefined;
  const code = `export default [\n${formRules.join(',\n')}\n];\n`;
  return { path: `assets/${name}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`, code };
}

/** What the route for the console needs. */
export interface ConsoleRouteDependencies extends EventRouteDependencies {
  /** What each module adds. */
  readonly consoleParts: readonly ConsolePart[];
  readonly bin: ContentBin;
  /** Whether assistants can use the service over HTTP. */
  readonly hasMcp: boolean;
}

const labels = schema.namedObject('Label', {
  en: schema.withDescription(schema.text, 'The text in English.'),
  zh: schema.withDescription(schema.text, 'The text in Chinese.'),
});

type Label = DataOf<typeof labels>;

const label = (description: string): schema.Schema<Label> => schema.withDescription(labels, description);

const operation = (what: string): schema.Schema<string> =>
  schema.withDescription(schema.text, `The \`operationId\` of the operation that ${what}.`);

const valueFields = (name: string) => ({
  value: schema.withDescription(schema.text, `The name of the ${name} in the API.`),
  label: label(`The name of the ${name} for people.`),
});

const field = schema.object({
  ...valueFields('field'),
  type: schema.withDescription(schema.oneOf(fieldTypes), 'The kind of value.'),
  of: schema.withDescription(schema.nullable(schema.oneOf(fieldTypes)), 'The kind of the elements of a list.'),
  kind: schema.withDescription(
    schema.nullable(schema.oneOf(attributeKinds)),
    'How conditions compare the value; null if they cannot.',
  ),
  target: schema.withDescription(
    schema.nullable(schema.text),
    'What the value is the id of: the name of a resource, or `user`, `role`, `content`, `category`, `tag` or `media`.',
  ),
  help: schema.withDescription(schema.nullable(labels), 'The explanation below the field.'),
  initial: schema.withDescription(
    schema.jsonValue,
    'The value of a new entry; null if there is none, or if it depends on the request.',
  ),
  isFilled: schema.withDescription(schema.flag, 'Whether the service fills in the time or the caller.'),
  isFixed: schema.withDescription(schema.flag, 'Whether the value cannot change after it was set.'),
  isOptional: schema.withDescription(schema.flag, 'Whether the field can be null.'),
  isSorted: schema.withDescription(schema.flag, 'Whether the list can be sorted by the field.'),
  isFiltered: schema.withDescription(schema.flag, 'Whether the list can be filtered by the field.'),
  maxLength: schema.withDescription(schema.nullable(schema.count), 'The maximum length of a text.'),
  hint: schema.withDescription(schema.nullable(labels), 'What the pattern of a text requires.'),
  values: schema.withDescription(schema.listOf(schema.object(valueFields('value'))), 'The values of a choice.'),
});

type ConsoleField = DataOf<typeof field>;

const resource = schema.object({
  name: schema.withDescription(
    schema.text,
    'The name of the resource, which is the type of the subject of its events.',
  ),
  path: schema.withDescription(schema.text, 'The path of the list, below `/api`.'),
  label: label('The name of the resource in the singular.'),
  title: label('The title of the list.'),
  namedBy: schema.withDescription(schema.text, 'The field with the name of an entry.'),
  searchedFields: schema.withDescription(schema.listOf(schema.text), 'The fields in which `search` looks.'),
  fields: schema.withDescription(schema.listOf(field), 'The fields, in their order.'),
  keys: schema.withDescription(
    schema.listOf(schema.text),
    'The fields that can name the entry of a row of an import: `id`, and the fields whose values occur once.',
  ),
  operations: schema.withDescription(
    schema.object({
      list: operation('lists the entries'),
      get: operation('reads an entry'),
      create: operation('creates an entry'),
      update: operation('changes an entry'),
      delete: operation('deletes an entry'),
      count: operation('counts the entries'),
      export: operation('exports the entries'),
      import: operation('imports entries'),
    }),
    'The operations of the resource.',
  ),
  rules: schema.withDescription(
    schema.nullable(schema.text),
    'The path of the ES module with the rules that the form runs; null if there are none.',
  ),
});

const screen = schema.object({
  path: schema.withDescription(schema.text, 'The path of the screen, below `/admin/modules`.'),
  title: schema.withDescription(schema.nullable(labels), 'The title in the navigation; null if it is not there.'),
  anyOf: schema.withDescription(schema.listOf(schema.text), 'Whoever may call one of these may open the screen.'),
  script: schema.withDescription(schema.text, 'The path of the ES module whose default export is the screen.'),
});

const parts = schema.object({
  contentBinDays: schema.withDescription(
    schema.count,
    'For how many days deleted contents can be recovered; 0: they are removed for good.',
  ),
  hasMcp: schema.withDescription(schema.flag, 'Whether assistants can use the service at `/mcp`.'),
  resources: schema.withDescription(
    schema.listOf(resource),
    'The resources for which the console makes a list and a form from their fields.',
  ),
  screens: schema.withDescription(schema.listOf(screen), 'The screens with code of their own.'),
  events: schema.withDescription(
    schema.listOf(schema.object(valueFields('event type'))),
    'The types of the events of modules.',
  ),
});

const textOf = ([en, zh]: Translated): Label => ({ en, zh });

/** What only fields of some types have. */
type Details = Pick<ConsoleField, 'maxLength' | 'hint' | 'values' | 'of'>;

const noDetails: Details = { maxLength: null, hint: null, values: [], of: null };

const detailsOf: (field: OwnField) => Details = byType<Details>({
  text: ({ max, hint, hintInChinese = hint }) => ({
    ...noDetails,
    maxLength: max,
    hint: hint === undefined || hintInChinese === undefined ? null : textOf([hint, hintInChinese]),
  }),
  markdown: ({ max = fieldLimits.markdown }) => ({ ...noDetails, maxLength: max }),
  integer: () => noDetails,
  decimal: () => noDetails,
  flag: () => noDetails,
  choice: ({ values, valueLabels = {} }) => ({
    ...noDetails,
    values: values.map((value) => ({ value, label: textOf(valueLabels[value] ?? [value, value]) })),
  }),
  date: () => noDetails,
  time: () => noDetails,
  json: () => noDetails,
  list: ({ of }) => ({ ...detailsOf(of), of: of.type }),
  email: () => ({ ...noDetails, maxLength: fieldLimits.email }),
  url: () => ({ ...noDetails, maxLength: fieldLimits.url }),
  reference: () => noDetails,
  references: () => noDetails,
  file: () => noDetails,
});

const targetOf = (own: OwnResource, name: string): string | null => {
  const to = own.references.find(({ field: each }) => each === name)?.to;
  return to === undefined ? null : typeof to === 'string' ? to : to.name;
};

const isFilled = ({ type, default: value }: OwnField): boolean =>
  value === 'caller' || (value === 'now' && (type === 'time' || type === 'date'));

function fieldOf(own: OwnResource, name: string, each: OwnField): ConsoleField {
  return {
    value: name,
    label: textOf(own.fieldLabels[name] ?? [name, name]),
    type: each.type,
    ...detailsOf(each),
    kind: kindOf(each).attribute?.kind ?? null,
    target: targetOf(own, name),
    help: each.help === undefined ? null : textOf(each.help),
    initial: isFilled(each) ? null : (each.default ?? null),
    isFilled: isFilled(each),
    isFixed: each.fixed === true,
    isOptional: each.optional === true,
    isSorted: each.sort === true,
    isFiltered: each.filter === true,
  };
}

const rulesPathOf = (own: OwnResource): string | null => {
  const script = rulesScriptOf(own);
  return script === undefined ? null : `/admin/${script.path}`;
};

const resourceOf = (own: OwnResource): DataOf<typeof resource> => ({
  name: own.name,
  path: own.path,
  label: textOf(own.label),
  title: textOf(own.title),
  namedBy: own.namedBy,
  searchedFields: own.searchedFields,
  fields: Object.entries(own.fields).map(([name, each]) => fieldOf(own, name, each)),
  keys: ['id', ...own.uniqueFields],
  operations: own.operations,
  rules: rulesPathOf(own),
});

const screenOf = ({ title, ...own }: ConsoleScreen): DataOf<typeof screen> => ({
  path: own.path,
  title: title === undefined ? null : textOf(title),
  anyOf: own.anyOf,
  script: `/admin/${scriptPathOf(own)}`,
});

/** The names of the events of a resource, by their types. */
const eventNamesOf = ({ events, label: [en, zh] }: OwnResource): Readonly<Record<string, Translated>> => ({
  [events.created.type]: [`${en} created`, `新建${zh}`],
  [events.updated.type]: [`${en} changed`, `修改${zh}`],
  [events.deleted.type]: [`${en} deleted`, `删除${zh}`],
});

/** The route with which the console learns what modules add to it (docs/interface.md §4.7). */
export function consoleRoutes({ consoleParts, ownEvents, bin, hasMcp }: ConsoleRouteDependencies): readonly Route[] {
  const resources = consoleParts.flatMap((each) => each.resources ?? []);
  const names: Readonly<Record<string, Translated>> = Object.assign(
    {},
    ...resources.map(eventNamesOf),
    ...consoleParts.map(({ events = {} }) => events),
  );
  const data = {
    resources: resources.map(resourceOf),
    screens: consoleParts.flatMap(({ screens = [] }) => screens.map(screenOf)),
    events: ownEvents.map(({ type }) => ({ value: type, label: textOf(names[type] ?? [type, type]) })),
  };
  return [
    route({
      method: 'GET',
      path: '/console',
      operation: 'getConsole',
      summary: 'Read settings of the console and what modules add to it',
      description:
        'The console makes lists, forms and names of events from it. Without modules, the lists are empty. Whether a caller may use a resource follows from `GET /api/auth/operations`.',
      access: 'authenticated',
      data: schema.named('ConsoleParts', () => parts),
      handle: async () => ({ contentBinDays: bin.days, hasMcp, ...data }),
    }),
  ];
}
