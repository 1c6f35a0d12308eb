import type { FieldError } from '@portcullis/domain';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { HttpError } from '../responses/http-error.ts';
import { DescribeAsChange } from './descriptions.ts';
import { Optional } from './fields.ts';
import { normalisations } from './normalisations.ts';

/**
 * A class whose decorated properties validate a part of a request.
 * @example
 * const noteBody: RequestSchema<{ title: string }> = requestOf({ title: schema.text }, 'title');
 */
export type RequestSchema<T> = new () => T;

/** A decorated property of a request class. */
export interface Field {
  readonly name: string;
  readonly isInteger: boolean;
  readonly isBoolean: boolean;
  /** Changes texts into the form in which they are stored and compared; undefined if they are kept as they were sent. */
  readonly normalise: ((text: string) => string) | undefined;
  readonly isList: boolean;
  /** Whether the value consists of the query parameters that begin with the name of the field and a dot. */
  readonly isDotted: boolean;
  /** The names of the rules that apply to each item of a list. */
  readonly itemRules: readonly string[];
  /** The request class of each item of a list of objects. */
  readonly itemClass: RequestSchema<object> | undefined;
}

/** The name of the rule that each item of a list must satisfy a request class, which is its constraint. */
export const isItem = 'isItem';

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsByClass = new WeakMap<RequestSchema<unknown>, readonly Field[]>();

/**
 * Returns the decorated properties of a request class in the order of their declaration, followed by those of its base
 * classes.
 */
export function fieldsOf(requestClass: RequestSchema<unknown>): readonly Field[] {
  const cached = fieldsByClass.get(requestClass);
  if (cached !== undefined) return cached;
  const rules = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  const fields = [...new Set(rules.map(({ propertyName }) => propertyName))].map((name): Field => {
    const own = rules.filter(({ propertyName }) => propertyName === name);
    const named = (rule: string) => own.some((each) => each.name === rule);
    const itemRules = own.flatMap(({ each, name: rule }) => (each && rule !== undefined ? [rule] : []));
    const itemClass: RequestSchema<object> | undefined = own.find((rule) => rule.name === isItem)?.constraints[0];
    return {
      name,
      isInteger: named('isInt'),
      isBoolean: named('isBoolean'),
      normalise: normalisationOf(own),
      isList: named('isArray'),
      isDotted: named('dotted'),
      itemRules,
      itemClass,
    };
  });
  fieldsByClass.set(requestClass, fields);
  return fields;
}

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

function normalisationOf(rules: readonly Rule[]): Field['normalise'] {
  const normalise = rules.map(({ name = '' }) => normalisations.get(name)).find((found) => found !== undefined);
  const maxLength: unknown = rules.find(({ name }) => name === 'hasLength')?.constraints[1];
  if (normalise === undefined || typeof maxLength !== 'number') return normalise;
  // The NFC of a longer text is too long as well, so the time is saved. Characters have at most four code units in NFD.
  return (text) => (text.length > 4 * maxLength ? text : normalise(text));
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
export const notAnObject: FieldError = { field: '', message: 'The body must be a JSON object.' };

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
  if (!isObject(input)) throw invalid([notAnObject]);
  const body = fill(requestClass, input);
  const errors = errorsOf(body, requestClass);
  if (errors.length === 0) return body;
  throw invalid(withRuleErrors(errors, ruleErrors(body)));
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

/** Parameters as they were sent. */
type Sent = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Validates query or path parameters and returns an instance of the request class. An empty parameter counts as
 * missing, unless its field is a list. Numbers and booleans are parsed. A parameter of a list can be repeated.
 * @param isStrict whether parameters that the class does not declare are refused. Otherwise, they are ignored.
 * @throws {HttpError} validation-failed, with each invalid parameter
 */
export function readParameters<T extends object>(requestClass: RequestSchema<T>, sent: Sent, isStrict = false): T {
  const target = new requestClass();
  const fields = fieldsOf(requestClass);
  for (const field of fields) {
    const value = (field.isDotted ? dottedParameters(field.name, sent) : undefined) ?? sent[field.name];
    if (value !== undefined && (value !== '' || field.isList))
      Reflect.set(target, field.name, isObject(value) ? value : fromText(field, value));
  }
  const errors = [...errorsOf(target, requestClass), ...(isStrict ? unknownParameters(fields, sent) : [])];
  if (errors.length > 0) throw invalid(errors);
  return target;
}

/** Returns an error for each parameter that is not empty and has no field. */
const unknownParameters = (fields: readonly Field[], sent: Sent): readonly FieldError[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const isKnown = fields.some(
      (field) => field.name === name || (field.isDotted && name.startsWith(`${field.name}.`)),
    );
    return isKnown || value === '' ? [] : [{ field: name, message: `There is no parameter ${name}` }];
  });

/** Returns the parameters `name.…` by what follows the dot; undefined if there are none. */
function dottedParameters(name: string, sent: Sent): object | undefined {
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

function fromText({ isInteger, isBoolean, isList, normalise }: Field, value: string | string[]): unknown {
  if (isList) return normalised([value].flat(), normalise);
  if (normalise !== undefined) return normalised(value, normalise);
  if (typeof value !== 'string') return value;
  if (isInteger && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (isBoolean && (value === 'true' || value === 'false')) return value === 'true';
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
): FieldError[] {
  const [[rule, message] = ['', `${property} is invalid`]] = Object.entries(constraints);
  const { itemRules = [], itemClass } = fieldsOf(requestClass).find(({ name }) => name === property) ?? {};
  if (!Array.isArray(value) || !itemRules.includes(rule)) return [{ field: property, message }];
  if (itemClass !== undefined) {
    return value.flatMap((item: unknown, index) =>
      isObject(item)
        ? errorsOf(item, itemClass).map((error) => ({ ...error, field: `${property}[${index}].${error.field}` }))
        : [{ field: `${property}[${index}]`, message }],
    );
  }
  const invalidIndexes = value.flatMap((item, index) => (isValidItem(requestClass, property, item) ? [] : [index]));
  return invalidIndexes.map((index) => ({ field: `${property}[${index}]`, message }));
}

function isValidItem<T extends object>(requestClass: RequestSchema<T>, property: string, item: unknown): boolean {
  const probe = Object.assign(new requestClass(), { [property]: [item] });
  return validateSync(probe, { stopAtFirstError: true }).every((error) => error.property !== property);
}

function invalid(errors: readonly FieldError[]): HttpError {
  return new HttpError('validation-failed', 'Some of the values sent are not valid.', { errors });
}
