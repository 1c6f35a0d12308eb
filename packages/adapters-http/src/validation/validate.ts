import { isId as isUuid, type FieldError } from '@portcullis/domain';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { HttpError } from '../answers/http-error.ts';
import { DescribeAsChange } from './descriptions.ts';
import { Optional } from './fields.ts';

/** A class whose decorated properties validate a part of a request. */
export type RequestSchema<T> = new () => T;

/** A decorated property of a request class. */
export interface Field {
  readonly name: string;
  readonly isInteger: boolean;
  readonly isBoolean: boolean;
  readonly isId: boolean;
  /** The names of the rules that apply to each item of a list. */
  readonly itemRules: readonly string[];
}

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
    return { name, isInteger: named('isInt'), isBoolean: named('isBoolean'), isId: named('isUuid'), itemRules };
  });
  fieldsByClass.set(requestClass, fields);
  return fields;
}

/** Returns a request class for PATCH, with the same fields, all of them optional. */
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
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid([notAnObject]);
  }
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

/**
 * Copies the declared fields of an object into an instance of the request class. Ids are converted to lower case; other
 * values are copied unchanged.
 */
function fill<T extends object>(requestClass: RequestSchema<T>, input: object): T {
  const target = new requestClass();
  for (const { name, isId } of fieldsOf(requestClass)) {
    if (!Object.hasOwn(input, name)) continue;
    const value: unknown = Reflect.get(input, name);
    Reflect.set(target, name, isId ? asStored(value) : value);
  }
  return target;
}

/** Validates an object that is not a request body. The errors are returned instead of thrown. */
export function validate<T extends object>(
  requestClass: RequestSchema<T>,
  input: object,
): { readonly value: T; readonly errors: readonly FieldError[] } {
  const value = fill(requestClass, input);
  return { value, errors: errorsOf(value, requestClass) };
}

/**
 * Validates query or path parameters and returns an instance of the request class. An empty parameter counts as
 * missing. Numbers and booleans are parsed.
 * @throws {HttpError} validation-failed, with each invalid parameter
 */
export function readParameters<T extends object>(
  requestClass: RequestSchema<T>,
  input: Readonly<Record<string, string | string[] | undefined>>,
): T {
  const target = new requestClass();
  for (const field of fieldsOf(requestClass)) {
    const value = input[field.name];
    if (value !== undefined && value !== '') Reflect.set(target, field.name, fromText(field, value));
  }
  if (areIds(target, requestClass) || isKnownValid(target, requestClass)) return target;
  const errors = errorsOf(target, requestClass);
  if (errors.length > 0) throw invalid(errors);
  rememberValid(target, requestClass);
  return target;
}

/**
 * Returns true if every field is an id and contains a UUID, as in most paths. This check avoids class-validator, which
 * needs 4 µs.
 */
const areIds = <T extends object>(target: T, requestClass: RequestSchema<T>): boolean =>
  fieldsOf(requestClass).every((field) => field.isId && isUuid(Reflect.get(target, field.name)));

/**
 * For each request class, the maximum number of cached parameter sets, and the maximum length of the JSON of one set.
 */
const maxRemembered = { count: 500, length: 200 };

/**
 * The JSON of parameters that were valid, by request class. They are not validated again: many requests have the same
 * parameters, and class-validator needs 4 µs for a slug and 8 µs for a page.
 */
const validByClass = new WeakMap<RequestSchema<unknown>, Set<string>>();

const isKnownValid = <T extends object>(target: T, requestClass: RequestSchema<T>): boolean =>
  validByClass.get(requestClass)?.has(JSON.stringify(target)) === true;

function rememberValid<T extends object>(target: T, requestClass: RequestSchema<T>): void {
  const json = JSON.stringify(target);
  if (json.length > maxRemembered.length) return;
  const valid = validByClass.get(requestClass) ?? new Set();
  validByClass.set(requestClass, valid.add(json));
  const [oldest] = valid.size > maxRemembered.count ? valid : [];
  if (oldest !== undefined) valid.delete(oldest);
}

/** Converts an id or a list of ids to lower case, because ids are stored and compared in lower case. */
function asStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStored);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function fromText({ isInteger, isBoolean, isId }: Field, value: string | string[]): unknown {
  if (isId) return asStored(value);
  if (typeof value !== 'string') return value;
  if (isInteger && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (isBoolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const errorsOf = <T extends object>(target: T, requestClass: RequestSchema<T>): readonly FieldError[] =>
  validateSync(target, { stopAtFirstError: true }).flatMap((error) => fieldErrors(error, requestClass));

/** Returns one entry for an invalid field, or one entry for each invalid item of a list. */
function fieldErrors<T extends object>(
  { property, value, constraints = {} }: ValidationError,
  requestClass: RequestSchema<T>,
): FieldError[] {
  const [[rule, message] = ['', `${property} is invalid`]] = Object.entries(constraints);
  const { itemRules = [] } = fieldsOf(requestClass).find(({ name }) => name === property) ?? {};
  if (!Array.isArray(value) || !itemRules.includes(rule)) return [{ field: property, message }];
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
