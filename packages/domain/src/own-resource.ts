import type { Actor } from './shared/actor.ts';
import type { AttributeTypes, ConditionTarget } from './conditions/condition-attributes.ts';
import type { AttributeValues } from './conditions/evaluate-condition.ts';
import { declareEvent, declareSubject, ofDeletion, recordedFields } from './shared/declare-event.ts';
import { BusinessError, declareRefusal, type DeclaredRefusal, type FieldError } from './shared/errors.ts';
import { declarePermission, type DeclaredPermissionCode } from './roles/permission.ts';
import {
  asText,
  comparedValue,
  fieldLimits,
  htmlNames,
  kindOf,
  onDeleteOf,
  storedValue,
  uniqueKey,
  type OwnField,
  type OwnFields,
  type OwnReaders,
  type OwnReference,
  type OwnTarget,
  type OwnValue,
  type Translated,
} from './own-fields.ts';
import { isSameJson, type Entity } from './shared/version.ts';

/** A stored resource that is defined with `defineResource`. */
export type OwnEntity = Entity & { readonly [field: string]: OwnValue };

/** The values of the fields that clients can set. */
export type OwnDraft = Readonly<Record<string, OwnValue>>;

/** A refusal of a rule or of a constraint of the table, with the sentence that clients may show to users. */
export interface OwnRefusal {
  readonly refusal: DeclaredRefusal;
  readonly message: string;
}

/**
 * A rule over several fields: a pure function.
 * @param draft the values of all fields after the write
 * @param stored the entry before the write; undefined if it is new
 * @returns the errors of fields, or a refusal; undefined or an empty list if the values are allowed
 */
export type OwnRule = (
  draft: OwnDraft,
  stored: OwnEntity | undefined,
) => readonly FieldError[] | OwnRefusal | undefined;

/** How a resource is called in the console. */
interface OwnLabels {
  /** The name in the singular, such as `['Label', '标签']`. Default: the last word of the name. */
  readonly label?: Translated | undefined;
  /** The title of the screen. Default: the last word of the plural. */
  readonly title?: Translated | undefined;
}

/** What a resource is made from. */
export interface OwnDefinition<Fields extends OwnFields = OwnFields> extends OwnLabels {
  readonly fields: Fields;
  /** The text field whose value events record as the name of the resource. */
  readonly namedBy: keyof Fields & string;
  /** Who may read the entries. Default: `permission`. */
  readonly read?: OwnReaders;
  /** Fields whose values together occur once, beside the fields with `unique`. Entries that lack a value are not compared. */
  readonly unique?: readonly (readonly (keyof Fields & string)[])[];
  /** Rules over several fields, which every write must satisfy. */
  readonly rules?: readonly OwnRule[];
  /**
   * Further rules, which the console's form runs too before it sends values. It loads the text of these functions, which
   * everybody can read, and which must use nothing but their parameters and the objects of JavaScript: no import, and no
   * constant of their file. The form leaves a rule that throws an error to the service.
   */
  readonly formRules?: readonly OwnRule[];
  /**
   * The field or the refusal of each constraint that a migration of your own adds to the table, by the name of the
   * constraint. A constraint `<table>_<column>_check` belongs to the field of the column.
   */
  readonly constraints?: Readonly<Record<string, (keyof Fields & string) | OwnRefusal>>;
  /** The refusals of the rules and the constraints, for the API document. */
  readonly refuses?: readonly DeclaredRefusal[];
  /** The new names of renamed fields, by their old names, for `portcullis migrate --plan`. */
  readonly renamed?: Readonly<Record<string, keyof Fields & string>>;
  /** The names of former fields whose values `portcullis migrate --plan` may remove. */
  readonly removed?: readonly string[];
}

const secretName = /password|hash|token|secret|keys?$/i;
const reserved = new Set(
  'id ids version versionTx createdAt updatedAt searchText page pageSize search sort sortBy sortOrder fields expand filter by format ticket'.split(
    ' ',
  ),
);

/** Returns why a field is not allowed; undefined if it is. */
function faultOf(name: string, field: OwnField): string | undefined {
  if (!/^[a-z][A-Za-z]*$/.test(name)) return 'must be a word in camel case';
  if (reserved.has(name)) return 'has the name of a field or parameter of every resource';
  if (secretName.test(name)) return 'has the name of a secret, which events must not contain';
  const onDelete = onDeleteOf(field);
  if (onDelete === 'clear' && field.type !== 'references' && field.optional !== true)
    return 'must be optional, because it is cleared';
  if (field.type === 'reference' && field.default === 'caller' && field.to !== 'user')
    return 'must refer to users, because its default is the caller';
  if (field.type !== 'decimal') return undefined;
  const { precision, scale } = field;
  const areNumbersOfDigits = [precision, scale].every((each) => Number.isInteger(each) && each >= 0);
  return areNumbersOfDigits && precision <= fieldLimits.digits && precision >= Math.max(scale, 1)
    ? undefined
    : `must have at most ${fieldLimits.digits} digits, and not more after the point than in all`;
}

function checkField(resource: string, name: string, field: OwnField): void {
  const fault = faultOf(name, field);
  if (fault !== undefined) throw new TypeError(`The field ${name} of ${resource} ${fault}.`);
}

/** Returns a name in lower case with hyphens: `acme-project-member` for `acme.projectMember`. */
export const kebab = (name: string): string =>
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

/** The last words of the permissions that the routes of a resource require. */
const evaluatedActions: readonly string[] = ['read', 'create', 'update', 'delete'];

/** Returns the attributes that conditions on the permissions of a resource compare. */
const attributesOf = (fields: OwnFields): AttributeTypes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { attribute } = kindOf(field);
      return attribute === undefined ? [] : [[name, attribute]];
    }),
  );

/**
 * Returns what conditions on a permission of a resource can compare. No route of the resource evaluates a condition on a
 * further permission, so it can have none.
 */
export const ownConditionTarget = (action: string, attributes: AttributeTypes): ConditionTarget =>
  evaluatedActions.includes(action) ? attributes : 'none';

/** Returns the refusal of values that must be unique together and are in use. */
export const ownTaken = (resource: string, fields: readonly string[]): DeclaredRefusal =>
  declareRefusal(`${kebab(resource)}-${fields.map(kebab).join('-')}-taken`);

/** Returns the refusal of a deletion because entries refer to what is deleted. */
function inUseOf(target: string): OwnReference['inUse'] {
  if (target === 'category' || target === 'media') return `${target}-in-use`;
  return declareRefusal(`${kebab(target)}-in-use`, { status: 409 });
}

function referencesOf(fields: OwnFields, self: OwnTarget): readonly OwnReference[] {
  return Object.entries(fields).flatMap(([name, field]): readonly OwnReference[] => {
    const { target } = kindOf(field);
    if (target === undefined) return [];
    const to = target === 'self' ? self : target;
    const inUse = inUseOf(typeof to === 'string' ? to : to.name);
    return [
      {
        field: name,
        to,
        onDelete: onDeleteOf(field),
        isList: field.type === 'references',
        inUse,
        inUseDetails: to === 'media' ? { usedBy: [] } : undefined,
      },
    ];
  });
}

/** @throws {TypeError} if a field is not allowed, or if another field is needed */
function checkFields(resource: string, { fields, namedBy, unique = [] }: OwnDefinition): void {
  for (const [each, field] of Object.entries(fields)) checkField(resource, each, field);
  if (fields[namedBy]?.type !== 'text') throw new TypeError(`The resource ${resource} needs a text field ${namedBy}.`);
  for (const html of htmlNames(fields).values())
    if (Object.hasOwn(fields, html)) throw new TypeError(`The field ${html} of ${resource} has the name of the HTML.`);
  for (const name of unique.flat()) {
    const kind = fields[name] && kindOf(fields[name]).attribute?.kind;
    if (kind === undefined || kind.endsWith('[]'))
      throw new TypeError(`The field ${name} of ${resource} cannot be unique.`);
  }
}

/** The operation ids of a resource. */
export interface OwnOperations<Name extends string, Plural extends string> {
  readonly list: `list${Pascal<Plural>}`;
  readonly get: `get${Pascal<Name>}`;
  readonly create: `create${Pascal<Name>}`;
  readonly update: `update${Pascal<Name>}`;
  readonly delete: `delete${Pascal<Name>}`;
  readonly count: `count${Pascal<Plural>}`;
  readonly export: `export${Pascal<Plural>}`;
  readonly import: `import${Pascal<Plural>}`;
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
    count: `count${pascal(plural)}`,
    export: `export${pascal(plural)}`,
    import: `import${pascal(plural)}`,
  };
}

/**
 * Returns what each part of the service needs to know of a resource: names, events, refusals and permissions.
 * @param name a prefix, a dot and a noun in the singular, such as `acme.label`
 * @param plural the same in the plural
 * @param actions the last words of further permissions, such as `close`
 * @throws {TypeError} if a name or a field is not allowed
 */
export function ownResource(
  name: `${string}.${string}`,
  plural: string,
  definition: OwnDefinition,
  actions: readonly string[] = [],
) {
  checkFields(name, definition);
  const { fields, namedBy, unique = [], formRules = [] } = definition;
  const subject = declareSubject(name, (entity: OwnEntity) => asText(entity[namedBy]));
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
  const attributes = attributesOf(fields);
  const self: OwnTarget = {
    name,
    plural,
    namedBy,
    fields,
    permissions,
    attributes,
    read: definition.read ?? 'permission',
    get references() {
      return references;
    },
  };
  const references = referencesOf(fields, self);
  const namesWith = (option: 'unique' | 'search') =>
    Object.keys(fields).filter((each) => Reflect.get(fields[each] ?? {}, option) === true);
  const uniqueFields = namesWith('unique');
  return {
    name,
    plural,
    label: labelOf(name, definition.label),
    title: labelOf(plural, definition.title),
    /** The path of the list, below `/api`. */
    path: `/${plural.replaceAll('.', '/')}` as const,
    /** The name of the schema of the data in the API document. */
    dataName: pascal(name),
    fields,
    /** The names of the fields with the HTML of Markdown, by the names of the fields with the Markdown. */
    htmlNames: htmlNames(fields),
    namedBy,
    fieldLabels: Object.fromEntries(Object.entries(fields).map(([each, field]) => [each, labelOf(each, field.label)])),
    /** The fields in which the search of lists looks. */
    searchedFields: namesWith('search'),
    /** The fields whose values occur once. */
    uniqueFields,
    /** The names of fields whose values together occur once. */
    uniques: [...uniqueFields.map((each): readonly string[] => [each]), ...unique],
    references,
    read: self.read,
    rules: [...formRules, ...(definition.rules ?? [])],
    formRules,
    constraints: definition.constraints ?? {},
    /** The operation ids of the routes. */
    operations: ownOperations(name, plural),
    notFound: declareRefusal(`${kebab(name)}-not-found`),
    /** The refusal of values that an entry cannot have, with the errors of the fields. */
    unacceptable: declareRefusal(`${kebab(name)}-unacceptable`, { status: 400 }),
    /** The refusal of a deletion because other entries refer to the entry. */
    inUse: inUseOf(name),
    refuses: definition.refuses ?? [],
    renamed: definition.renamed ?? {},
    removed: definition.removed ?? [],
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

/** Returns the values of an entry as conditions compare them. */
export const attributeValues = (fields: OwnFields, entity: OwnDraft): AttributeValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, comparedValue(field, entity[name])]));

/** Returns a key that is equal for entries whose values must differ; undefined if a value is missing. */
export function uniqueKeyOf(fields: OwnFields, names: readonly string[], entity: OwnDraft): string | undefined {
  const keys = names.map((name) => (fields[name] === undefined ? null : uniqueKey(fields[name], entity[name])));
  return keys.includes(null) ? undefined : JSON.stringify(keys);
}

/** Returns values of requests in the form in which they are stored. */
export const storedValues = (fields: OwnFields, draft: OwnDraft): OwnDraft =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      fields[name] === undefined ? value : storedValue(fields[name], value),
    ]),
  );

/** Returns the values of a new entry, with the defaults of the fields that a request lacks. */
export function newValues(fields: OwnFields, draft: OwnDraft, { id: caller }: Pick<Actor, 'id'>, now: Date): OwnDraft {
  const defaultOf = ({ type, default: value }: OwnField): OwnValue => {
    if (type === 'references') return [];
    if (type === 'reference' && value === 'caller') return caller;
    if (type === 'time' && value === 'now') return now;
    return type === 'date' && value === 'now' ? now.toISOString().slice(0, 10) : (value ?? null);
  };
  const defaults = Object.entries(fields).map(([name, field]): [string, OwnValue] => [name, defaultOf(field)]);
  return storedValues(fields, { ...Object.fromEntries(defaults), ...draft });
}

/** Returns the errors of fields that were set once and cannot change. */
const fixedErrors = (fields: OwnFields, values: OwnDraft, stored: OwnDraft = {}): readonly FieldError[] =>
  Object.entries(fields).flatMap(([field, { fixed }]) => {
    const [before, after] = [stored[field] ?? null, values[field] ?? null];
    const isSame = before === null || isSameJson(before, after);
    return fixed !== true || isSame ? [] : [{ field, message: `${field} cannot be changed` }];
  });

/** The message of the refusal of values that an entry cannot have. */
export const unacceptableMessage = 'Some of the values sent are not valid.';

/**
 * Checks the values of an entry after a write.
 * @throws {BusinessError} `unacceptable`, with the errors of the fields; the refusals of the rules
 */
export function requireRules(
  { fields, rules, unacceptable }: OwnResource,
  values: OwnDraft,
  stored: OwnEntity | undefined,
): void {
  const results = [fixedErrors(fields, values, stored), ...rules.map((rule) => rule(values, stored) ?? [])];
  const errors = results.flatMap((result) => {
    if ('refusal' in result) throw new BusinessError(result.refusal, result.message);
    return result;
  });
  if (errors.length > 0) throw new BusinessError(unacceptable, unacceptableMessage, errors);
}

/** Returns the fields whose entries are removed together with what they refer to. */
export const referrersAmong = (resources: readonly OwnResource[]) =>
  resources.flatMap((resource) =>
    resource.references.flatMap(({ field, to, onDelete }) =>
      onDelete === 'remove' ? [{ resource, field, to: typeof to === 'string' ? to : to.name }] : [],
    ),
  );
