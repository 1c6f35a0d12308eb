import type { AttributeTypes, ConditionTarget } from './conditions/condition-attributes.ts';
import { declareEvent, declareSubject, ofDeletion, recordedFields } from './shared/declare-event.ts';
import { declareRefusal, type DeclaredRefusal } from './shared/errors.ts';
import type { Id } from './shared/ids.ts';
import { declarePermission, type DeclaredPermissionCode } from './roles/permission.ts';
import { caseKey } from './names/text.ts';
import type { Versioned } from './shared/version.ts';

/** A text in the languages of the console. */
export type Translated = readonly [english: string, chinese: string];

interface AnyField {
  /** The label in forms and lists. Default: the name of the field. */
  readonly label?: Translated;
  /** The description in the API document. Default: the name of the field. */
  readonly description?: string;
  /** Whether the field can be null. It then cannot be sorted. */
  readonly optional?: true;
  /** Whether lists can be sorted by the field. */
  readonly sort?: true;
  /** Whether lists can be restricted to one value of the field. */
  readonly filter?: true;
}

/** A field of a resource that is defined with `defineResource`. */
export type OwnField = AnyField &
  (
    | {
        readonly type: 'text';
        readonly min?: number;
        readonly max: number;
        readonly pattern?: RegExp;
        /** What the pattern requires, such as '# and six hexadecimal digits'. */
        readonly hint?: string;
        /** The same in Chinese, for the form of the console. Default: `hint`. */
        readonly hintInChinese?: string;
        /** Whether each value occurs once, ignoring case. */
        readonly unique?: true;
        /** Whether the search of lists looks into the field. */
        readonly search?: true;
      }
    | { readonly type: 'integer'; readonly min?: number; readonly max?: number }
    | { readonly type: 'flag'; readonly sort?: never }
    | {
        readonly type: 'choice';
        readonly values: readonly string[];
        /** The labels of the values. Default: the values. */
        readonly valueLabels?: Readonly<Record<string, Translated>>;
      }
  );

/** The fields of a resource that is defined with `defineResource`, by name. */
export type OwnFields = Readonly<Record<string, OwnField>>;

/** The value of a field of a resource that is defined with `defineResource`. */
export type OwnValue = string | number | boolean | null | Date;

/** A stored resource that is defined with `defineResource`. */
export type OwnEntity = Versioned & { readonly id: Id<string>; readonly createdAt: Date } & {
  readonly [field: string]: OwnValue;
};

/** The values of the fields that clients can set. */
export type OwnDraft = Readonly<Record<string, OwnValue>>;

const secretName = /password|hash|token|secret|keys?$/i;
const reserved = ['id', 'version', 'createdAt', 'updatedAt', 'page', 'pageSize', 'search', 'sortBy', 'sortOrder'];

function checkField(resource: string, name: string, field: OwnField): void {
  const fault = !/^[a-z][A-Za-z]*$/.test(name)
    ? 'must be a word in camel case'
    : reserved.includes(name)
      ? 'has the name of a field or parameter of every resource'
      : secretName.test(name)
        ? 'has the name of a secret, which events must not contain'
        : field.optional && field.sort
          ? 'cannot be both optional and sorted'
          : undefined;
  if (fault !== undefined) throw new TypeError(`The field ${name} of ${resource} ${fault}.`);
}

const kebab = (name: string): string =>
  name.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A name with dots in Pascal case: `AcmeLabel` for `acme.label`. */
type Pascal<Name extends string> = Name extends `${infer Prefix}.${infer Rest}`
  ? `${Capitalize<Prefix>}${Pascal<Rest>}`
  : Capitalize<Name>;

function pascal<Name extends string>(name: Name): Pascal<Name>;
function pascal(name: string): string {
  return name.replaceAll(/(?:^|\.)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns a name as a text: `Project member` for `acme.projectMember`. */
function wordsOf(name: string): string {
  const words = kebab(name.slice(name.lastIndexOf('.') + 1)).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns a text in both languages, which is the name itself where no label is declared. */
const labelOf = (name: string, label: Translated = [wordsOf(name), wordsOf(name)]): Translated => label;

/** How a resource is called in the console. */
export interface OwnLabels {
  /** The name in the singular, such as `['Label', '标签']`. Default: the last word of the name. */
  readonly label?: Translated | undefined;
  /** The title of the screen. Default: the last word of the plural. */
  readonly title?: Translated | undefined;
}

const attributeKinds = { text: 'string', integer: 'number', flag: 'boolean', choice: 'string' } as const;

/** A field as conditions see it. Only a choice has values. */
interface ComparedField {
  readonly type: OwnField['type'];
  readonly values?: readonly string[];
}

/** The last words of the permissions that the routes of a resource require. */
const evaluatedActions: readonly string[] = ['read', 'create', 'update', 'delete'];

/** Returns the attributes that conditions on the permissions of a resource compare. */
export const ownAttributes = (fields: Readonly<Record<string, ComparedField>>): AttributeTypes =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type, values }]) => [
      name,
      { kind: attributeKinds[type], ...(type === 'choice' && values && { values }) },
    ]),
  );

/**
 * Returns what conditions on a permission of a resource can compare. No route of the resource evaluates a condition on a
 * further permission, so it can have none.
 */
export const ownConditionTarget = (action: string, attributes: AttributeTypes): ConditionTarget =>
  evaluatedActions.includes(action) ? attributes : 'none';

/** Returns the refusal of a value that must be unique and is in use. */
export const ownTaken = (resource: string, field: string): DeclaredRefusal =>
  declareRefusal(`${kebab(resource)}-${kebab(field)}-taken`);

/** The text that must be unique for a value, or null for a missing value. */
export const uniqueKey = (value: OwnValue | undefined): string | null =>
  typeof value === 'string' ? caseKey(value) : null;

/** The operation ids of a resource. */
export interface OwnOperations<Name extends string, Plural extends string> {
  readonly list: `list${Pascal<Plural>}`;
  readonly get: `get${Pascal<Name>}`;
  readonly create: `create${Pascal<Name>}`;
  readonly update: `update${Pascal<Name>}`;
  readonly delete: `delete${Pascal<Name>}`;
}

/** Returns the operation ids of a resource, as literal types. */
function ownOperations<Name extends string, Plural extends string>(
  name: Name,
  plural: Plural,
): OwnOperations<Name, Plural> {
  return {
    list: `list${pascal(plural)}`,
    get: `get${pascal(name)}`,
    create: `create${pascal(name)}`,
    update: `update${pascal(name)}`,
    delete: `delete${pascal(name)}`,
  };
}

/**
 * Returns what each part of the service needs to know of a resource: names, events, refusals and permissions.
 * @param name a prefix, a dot and a noun in the singular, such as `acme.label`
 * @param plural the same in the plural
 * @param namedBy the field whose value events record as the name of the resource
 * @param actions the last words of further permissions, such as `close`
 * @throws {TypeError} if a name is not allowed
 */
export function ownResource(
  name: `${string}.${string}`,
  plural: string,
  fields: OwnFields,
  namedBy: string,
  { label, title }: OwnLabels = {},
  actions: readonly string[] = [],
) {
  for (const [each, field] of Object.entries(fields)) checkField(name, each, field);
  if (fields[namedBy]?.type !== 'text') throw new TypeError(`The resource ${name} needs a text field ${namedBy}.`);
  const subject = declareSubject(name, (entity: OwnEntity) => String(entity[namedBy]));
  const recorded = recordedFields<OwnEntity>()(...Object.keys(fields));
  const further: Readonly<Record<string, DeclaredPermissionCode>> = Object.fromEntries(
    actions.map((action) => [action, declarePermission(`${name}.${action}`)]),
  );
  const permissions = {
    ...further,
    read: declarePermission(`${name}.read`),
    create: declarePermission(`${name}.create`),
    update: declarePermission(`${name}.update`),
    delete: declarePermission(`${name}.delete`),
  };
  const attributes = ownAttributes(fields);
  return {
    name,
    plural,
    label: labelOf(name, label),
    title: labelOf(plural, title),
    /** The path of the list, below `/api`. */
    path: `/${plural.replaceAll('.', '/')}` as const,
    /** The name of the schema of the data in the API document. */
    dataName: pascal(name),
    fields,
    namedBy,
    fieldLabels: Object.fromEntries(Object.entries(fields).map(([each, field]) => [each, labelOf(each, field.label)])),
    uniqueFields: Object.keys(fields).filter((each) => {
      const field = fields[each];
      return field?.type === 'text' && field.unique === true;
    }),
    /** The operation ids of the routes. */
    operations: ownOperations(name, plural),
    notFound: declareRefusal(`${kebab(name)}-not-found`),
    events: {
      created: declareEvent(subject, `${name}.created`, recorded),
      updated: declareEvent(subject, `${name}.updated`, recorded),
      deleted: declareEvent(subject, `${name}.deleted`, ofDeletion(recorded)),
    },
    /** What the events are about, for events of your own. */
    subject,
    permissions,
    /** The types of the fields, which conditions on the permissions compare. */
    attributes,
    /** The attributes that conditions on each permission can compare, by its code. */
    conditionTargets: Object.fromEntries(
      Object.entries(permissions).map(([action, code]) => [code, ownConditionTarget(action, attributes)]),
    ),
  };
}

/** What each part of the service knows of a resource that is defined with `defineResource`. */
export type OwnResource = ReturnType<typeof ownResource>;
