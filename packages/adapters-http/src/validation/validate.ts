import type { FieldError, UserId } from '@portcullis/domain';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { validationFailed } from '../responses/http-error.ts';
import { DescribeAsChange } from './descriptions.ts';
import { declarationsOf, type FieldDeclaration, type SentParameters } from './field-declarations.ts';
import { Optional } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * A class whose decorated properties validate a part of a request.
 * @example
 * const noteBody: RequestSchema<{ title: string }> = requestOf({ title: schema.text }, 'title');
 */
export type RequestSchema<T> = new () => T;

/** A decorated property of a request class, with everything that its decorators declare. */
export interface Field {
  readonly name: string;
  /** The keywords of JSON Schema of its checks. */
  readonly schema: JsonSchema;
  /** The keywords for each item of a list; undefined if no check applies to each item. */
  readonly items: JsonSchema | undefined;
  readonly itemClass: RequestSchema<object> | undefined;
  readonly sentences: readonly string[];
  readonly normalise: ((text: string) => string) | undefined;
  readonly isDotted: boolean;
  readonly parameters: NonNullable<FieldDeclaration['parameters']>;
  readonly readParameters: FieldDeclaration['readParameters'];
  /** Whether every value is accepted. */
  readonly isUnchecked: boolean;
  /** Other fields, and the values with which this field must be missing. */
  readonly absentWith: readonly (readonly [field: string, value: unknown])[];
  /** Returns false for the values that are not checked. */
  readonly isChecked: (request: object, value: unknown) => boolean;
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsByClass = new WeakMap<RequestSchema<unknown>, readonly Field[]>();

/**
 * Makes class-validator look for the checks of a request class once. Otherwise, it looks for base classes among all
 * registered classes at each validation, which takes longer than the checks themselves.
 */
function rememberChecks(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const checks = new WeakMap<object, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (target: new () => unknown, ...options) => {
    const found = checks.get(target) ?? find(target, ...options);
    // A request class gets no further checks after its first validation.
    if (fieldsByClass.has(target)) checks.set(target, found);
    return found;
  };
}

rememberChecks();

/**
 * Returns the decorated properties of a request class in the order of their declaration, followed by those of its base
 * classes.
 */
export function fieldsOf(requestClass: RequestSchema<unknown>): readonly Field[] {
  const cached = fieldsByClass.get(requestClass);
  if (cached !== undefined) return cached;
  const declared = declarationsOf(requestClass);
  const names = [...new Set(declared.map(({ name }) => name))];
  const fields = names.map((name) =>
    fieldOf(
      name,
      declared.filter((each) => each.name === name),
    ),
  );
  fieldsByClass.set(requestClass, fields);
  return fields;
}

function fieldOf(name: string, declared: readonly FieldDeclaration[]): Field {
  const items = declared.flatMap((each): readonly JsonSchema[] => (each.items === undefined ? [] : [each.items]));
  const conditions = declared.flatMap(({ condition }) => condition ?? []);
  return {
    name,
    schema: merged(declared.map(({ schema = {} }) => schema)),
    items: items.length === 0 ? undefined : merged(items),
    itemClass: declared.find(({ itemClass }) => itemClass !== undefined)?.itemClass,
    sentences: declared.flatMap(({ sentence }) => sentence ?? []),
    normalise: declared.find(({ normalise }) => normalise !== undefined)?.normalise,
    isDotted: declared.some(({ isDotted }) => isDotted),
    parameters: Object.assign({}, ...declared.map(({ parameters }) => parameters)),
    readParameters: declared.find((each) => each.readParameters !== undefined)?.readParameters,
    isUnchecked: declared.every(({ condition, isUnchecked }) => condition !== undefined || isUnchecked),
    absentWith: declared.flatMap(({ absentWith }) => (absentWith === undefined ? [] : [absentWith])),
    isChecked: (request, value) => conditions.every((applies) => applies(request, value)),
  };
}

/** The limits of a number are redundant if there is an `enum`. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const { minimum, maximum, ...schema }: JsonSchema = Object.assign({}, ...schemas);
  return 'enum' in schema || minimum === undefined ? schema : { ...schema, minimum, maximum };
}

/**
 * Returns a request class for PATCH, with the same fields, all of them optional.
 * @example
 * class NoteBody extends requestOf({ title: schema.text, isShown: schema.flag }, 'title', 'isShown?') {}
 * class UpdateNoteBody extends partial(NoteBody) {}
 */
export function partial<T extends object>(base: RequestSchema<T>): RequestSchema<Partial<T>> {
  class Partially extends (base as RequestSchema<object>) {}
  for (const { name } of fieldsOf(base)) Optional()(Partially.prototype, name);
  DescribeAsChange()(Partially);
  return Partially;
}

/** The error of a body that is not an object. */
const notAnObject: FieldError = { field: '', message: 'The body must be a JSON object.' };

/**
 * Validates a JSON body and returns an instance of the request class. Properties that the class does not declare are
 * ignored.
 * @param ruleErrors returns the errors of business rules, so that one response reports all errors; called only if the
 * validators find errors, because otherwise the use case checks these rules
 * @throws {HttpError} validation-failed, with each invalid field
 */
export function readBody<T extends object>(
  requestClass: RequestSchema<T>,
  input: unknown,
  ruleErrors: (body: object) => readonly FieldError[] = () => [],
): T {
  if (!isObject(input)) throw validationFailed([notAnObject]);
  const body = fill(requestClass, input);
  const errors = errorsOf(body, requestClass);
  if (errors.length === 0) return body;
  throw validationFailed(withRuleErrors(errors, ruleErrors(body)));
}

/** Returns the errors of the validators, and the errors of business rules for fields without a validator error. */
export const withRuleErrors = (
  classErrors: readonly FieldError[],
  ruleErrors: readonly FieldError[],
): readonly FieldError[] => [
  ...classErrors,
  ...ruleErrors.filter(({ field }) => classErrors.every((error) => error.field !== field)),
];

/** Copies the declared fields of an object into an instance of the request class, and normalises their texts. */
function fill<T extends object>(requestClass: RequestSchema<T>, input: object): T {
  const target = new requestClass();
  for (const { name, normalise, itemClass } of fieldsOf(requestClass)) {
    if (!Object.hasOwn(input, name)) continue;
    const value: unknown = Reflect.get(input, name);
    if (itemClass !== undefined) Reflect.set(target, name, filledItems(itemClass, value));
    else Reflect.set(target, name, normalised(value, normalise));
  }
  return target;
}

const filledItems = (itemClass: RequestSchema<object>, list: unknown): unknown =>
  Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? fill(itemClass, item) : item)) : list;

/** Validates an object that is not a request body. The errors are returned instead of thrown. */
export function validate<T extends object>(
  requestClass: RequestSchema<T>,
  input: object,
): { readonly value: T; readonly errors: readonly FieldError[] } {
  const value = fill(requestClass, input);
  return { value, errors: errorsOf(value, requestClass) };
}

/**
 * Returns an error for each property of an entry of a file that has another name, because it may be a misspelt name.
 * @param names the names that entries can have
 */
export const unknownFields = (entry: object, names: readonly string[]): readonly FieldError[] =>
  Object.keys(entry)
    .filter((field) => !names.includes(field))
    .map((field) => ({ field, message: 'There is no such field.' }));

/**
 * Validates query or path parameters and returns an instance of the request class. An empty parameter counts as
 * missing, unless its field is a list. Numbers and booleans are parsed. A parameter of a list can be repeated.
 * @param isStrict whether parameters that the class does not declare are refused. Otherwise, they are ignored.
 * @param callerId undefined for a visitor
 * @throws {HttpError} validation-failed, with each invalid parameter
 */
export function readParameters<T extends object>(
  requestClass: RequestSchema<T>,
  sent: SentParameters,
  isStrict = false,
  callerId?: UserId,
): T {
  const target = new requestClass();
  const fields = fieldsOf(requestClass);
  const readErrors: FieldError[] = [];
  const known = new Set<string>();
  const usual = fields.filter(({ readParameters: read }) => read === undefined);
  const isUsual = Object.keys(sent).every((name) => usual.some((field) => hasParameter(field, name)));
  for (const field of fields) {
    if (field.readParameters !== undefined) {
      if (isUsual) continue;
      const isOther = (name: string): boolean => fields.some((other) => other !== field && hasParameter(other, name));
      const { value, errors, names } = field.readParameters(sent, { isOther, callerId });
      if (value !== undefined) Reflect.set(target, field.name, value);
      readErrors.push(...errors);
      for (const name of names) known.add(name);
      continue;
    }
    const value = (field.isDotted ? dottedParameters(field.name, sent) : undefined) ?? sent[field.name];
    if (value !== undefined && (value !== '' || field.schema['type'] === 'array'))
      Reflect.set(target, field.name, isObject(value) ? value : fromText(field, value));
  }
  const isKnown = (name: string): boolean => known.has(name) || fields.some((field) => hasParameter(field, name));
  const errors = [
    ...errorsOf(target, requestClass),
    ...readErrors,
    ...(isStrict ? unknownParameters(sent, isKnown) : []),
  ];
  if (errors.length > 0) throw validationFailed(errors);
  return target;
}

const hasParameter = (field: Field, name: string): boolean =>
  field.name === name || (field.isDotted && name.startsWith(`${field.name}.`));

/** Returns an error for each parameter that is not empty and has no field. */
const unknownParameters = (sent: SentParameters, isKnown: (name: string) => boolean): readonly FieldError[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    value === '' || isKnown(name) ? [] : [{ field: name, message: `There is no parameter ${name}` }],
  );

/** Returns the parameters `name.…` by what follows the dot; undefined if there are none. */
function dottedParameters(name: string, sent: SentParameters): object | undefined {
  const prefix = `${name}.`;
  const found = Object.entries(sent).filter(([key, value]) => key.startsWith(prefix) && value !== '');
  return found.length === 0
    ? undefined
    : Object.fromEntries(found.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** Normalises a text or the texts of a list. Other values are returned unchanged. */
function normalised(value: unknown, normalise: Field['normalise']): unknown {
  if (normalise === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => normalised(item, normalise));
  return typeof value === 'string' ? normalise(value) : value;
}

function fromText({ schema: { type }, normalise }: Field, value: string | string[]): unknown {
  if (type === 'array') return normalised([value].flat(), normalise);
  if (normalise !== undefined) return normalised(value, normalise);
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** The library refuses objects of a class without fields, so they are not validated. */
const errorsOf = <T extends object>(target: T, requestClass: RequestSchema<T>): readonly FieldError[] =>
  fieldsOf(requestClass).length === 0
    ? []
    : validateSync(target, { stopAtFirstError: true }).flatMap((error) => fieldErrors(error, requestClass));

/** Returns one entry for an invalid field, or one entry for each invalid item of a list or field of an item. */
function fieldErrors<T extends object>(
  { property, value, constraints = {} }: ValidationError,
  requestClass: RequestSchema<T>,
): readonly FieldError[] {
  const [message = `${property} is invalid`] = Object.values(constraints);
  const field = fieldsOf(requestClass).find(({ name }) => name === property);
  const ofItems = Array.isArray(value) && field !== undefined ? itemErrors(requestClass, field, value, message) : [];
  return ofItems.length > 0 ? ofItems : [{ field: property, message }];
}

/** Returns the errors of the items of a list. The items of a list with too many items are not checked one by one. */
function itemErrors<T extends object>(
  requestClass: RequestSchema<T>,
  { name, schema: { maxItems }, items, itemClass }: Field,
  list: readonly unknown[],
  message: string,
): readonly FieldError[] {
  if (items === undefined && itemClass === undefined) return [];
  if (typeof maxItems === 'number' && list.length > maxItems) return [];
  return list.flatMap((item, index): readonly FieldError[] => {
    const path = `${name}[${index}]`;
    if (itemClass !== undefined && isObject(item))
      return errorsOf(item, itemClass).map((error) => ({ ...error, field: `${path}.${error.field}` }));
    return isValidItem(requestClass, name, item) ? [] : [{ field: path, message }];
  });
}

function isValidItem<T extends object>(requestClass: RequestSchema<T>, property: string, item: unknown): boolean {
  const probe = Object.assign(new requestClass(), { [property]: [item] });
  return validateSync(probe, { stopAtFirstError: true }).every((error) => error.property !== property);
}
