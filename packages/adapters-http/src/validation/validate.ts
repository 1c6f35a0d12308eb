import { isId as isUuid, type FieldError } from '@portcullis/domain';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { HttpError } from '../answers/http-error.ts';
import { Optional } from './fields.ts';

/** A class whose decorated properties validate a part of a request. */
export type RequestSchema<T> = new () => T;

interface Field {
  readonly name: string;
  readonly isInteger: boolean;
  readonly isBoolean: boolean;
  readonly isId: boolean;
  /** Names of the rules for each item of a list. */
  readonly itemRules: readonly string[];
}

const fieldsByShape = new WeakMap<RequestSchema<unknown>, readonly Field[]>();

/** The decorated properties of a request class, in the order of their declaration. */
export function fieldsOf(shape: RequestSchema<unknown>): readonly Field[] {
  const known = fieldsByShape.get(shape);
  if (known !== undefined) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const fields = [...new Set(rules.map(({ propertyName }) => propertyName))].map((name): Field => {
    const own = rules.filter(({ propertyName }) => propertyName === name);
    const named = (rule: string) => own.some((each) => each.name === rule);
    const itemRules = own.flatMap(({ each, name: rule }) => (each && rule !== undefined ? [rule] : []));
    return { name, isInteger: named('isInt'), isBoolean: named('isBoolean'), isId: named('isUuid'), itemRules };
  });
  fieldsByShape.set(shape, fields);
  return fields;
}

/** A request class with the same fields, all optional, for PATCH. */
export function partial<T extends object>(base: RequestSchema<T>): RequestSchema<Partial<T>> {
  class Partially extends (base as RequestSchema<object>) {}
  for (const { name } of fieldsOf(base)) Optional()(Partially.prototype, name);
  return Partially;
}

/**
 * Builds a `shape` from a JSON object. Only the fields it names are looked at: whatever else a client sends is ignored,
 * and costs nothing.
 * @param ruleErrors what the rules of its use case refuse; asked only when the shape has errors, to report all of them at once
 * @throws {HttpError} validation-failed, with each invalid field
 */
export function readBody<T extends object>(
  shape: RequestSchema<T>,
  input: unknown,
  ruleErrors: (body: object) => readonly FieldError[] = () => [],
): T {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid([{ field: '', message: 'The body must be a JSON object.' }]);
  }
  const body = fill(shape, input);
  const faults = faultsOf(body, shape);
  if (faults.length === 0) return body;
  throw invalid(withRuleErrors(faults, ruleErrors(body)));
}

/** The errors of a shape, and those of other rules for the fields that the shape has nothing against. */
export const withRuleErrors = (
  shapeErrors: readonly FieldError[],
  ruleErrors: readonly FieldError[],
): readonly FieldError[] => [
  ...shapeErrors,
  ...ruleErrors.filter(({ field }) => shapeErrors.every((error) => error.field !== field)),
];

/** A `shape` with the fields that an object has of it, as they are. */
function fill<T extends object>(shape: RequestSchema<T>, input: object): T {
  const target = new shape();
  for (const { name, isId } of fieldsOf(shape)) {
    if (!Object.hasOwn(input, name)) continue;
    const value: unknown = Reflect.get(input, name);
    Reflect.set(target, name, isId ? asStored(value) : value);
  }
  return target;
}

/** Validates an object that is not a request body. Returns the errors instead of throwing them. */
export function validate<T extends object>(
  shape: RequestSchema<T>,
  input: object,
): { readonly value: T; readonly faults: readonly FieldError[] } {
  const value = fill(shape, input);
  return { value, faults: faultsOf(value, shape) };
}

/**
 * Validates query or path parameters and returns them as an instance of the request class. An empty parameter counts as absent;
 * numbers and booleans are parsed.
 * @throws {HttpError} validation-failed, with each invalid parameter
 */
export function readParameters<T extends object>(
  shape: RequestSchema<T>,
  input: Readonly<Record<string, string | string[] | undefined>>,
): T {
  const target = new shape();
  for (const field of fieldsOf(shape)) {
    const value = input[field.name];
    if (value !== undefined && value !== '') Reflect.set(target, field.name, fromText(field, value));
  }
  if (areIds(target, shape)) return target;
  const faults = faultsOf(target, shape);
  if (faults.length > 0) throw invalid(faults);
  return target;
}

/** Whether every field is an id and holds a UUID, as in most paths. class-validator takes 4 µs to check that. */
const areIds = <T extends object>(target: T, shape: RequestSchema<T>): boolean =>
  fieldsOf(shape).every((field) => field.isId && isUuid(Reflect.get(target, field.name)));

/** An id, or a list of them, in the lower case that ids are stored and compared in. */
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

const faultsOf = <T extends object>(target: T, shape: RequestSchema<T>): readonly FieldError[] =>
  validateSync(target, { stopAtFirstError: true }).flatMap((error) => fieldErrors(error, shape));

/** One entry per field at fault; for a list whose items are at fault, one per bad item. */
function fieldErrors<T extends object>(
  { property, value, constraints = {} }: ValidationError,
  shape: RequestSchema<T>,
): FieldError[] {
  const [[rule, message] = ['', `${property} is invalid`]] = Object.entries(constraints);
  const { itemRules = [] } = fieldsOf(shape).find(({ name }) => name === property) ?? {};
  if (!Array.isArray(value) || !itemRules.includes(rule)) return [{ field: property, message }];
  const bad = value.flatMap((item, index) => (isGoodAlone(shape, property, item) ? [] : [index]));
  return bad.map((index) => ({ field: `${property}[${index}]`, message }));
}

function isGoodAlone<T extends object>(shape: RequestSchema<T>, property: string, item: unknown): boolean {
  const probe = Object.assign(new shape(), { [property]: [item] });
  return validateSync(probe, { stopAtFirstError: true }).every((error) => error.property !== property);
}

function invalid(errors: readonly FieldError[]): HttpError {
  return new HttpError('validation-failed', 'Some of the values sent are not valid.', { errors });
}
