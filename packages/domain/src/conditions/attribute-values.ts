import { isExactNumber } from './condition-operators.ts';
import type { Change, Changes, RecordedFields } from '../shared/declare-event.ts';
import type { FieldError } from '../shared/errors.ts';
import { isOneLine, trimmedNfc } from '../names/text.ts';
import {
  attributeLimits,
  unacceptableAttributes,
  type AttributeAudience,
  type AttributeDeclaration,
} from './user-attribute.ts';

/** The value of an attribute of a user. */
export type AttributeValue = string | number | boolean | readonly string[];

/** The attributes of a user by name. Attributes without a value are absent. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** New values of attributes by name. Null removes the value. Attributes that are absent do not change. */
export type AttributeChange = Readonly<Record<string, AttributeValue | null>>;

/**
 * Returns the attributes of a user after a change.
 * @param writer `self` if the user makes the change. Attributes that the user cannot read are then refused like unknown
 * ones.
 * @throws {BusinessError} attributes-unacceptable, with all errors
 */
export function changedAttributes(
  declarations: readonly AttributeDeclaration[],
  attributes: Attributes,
  change: AttributeChange,
  writer: AttributeAudience,
): Attributes {
  const values = Object.entries(change).map(
    ([name, value]) => [name, value === null ? null : storedValue(value)] as const,
  );
  const errors = values.flatMap(([name, value]): readonly FieldError[] => {
    const message = changeError(declarations, name, value, writer);
    return message === undefined ? [] : [{ field: `attributes.${name}`, message }];
  });
  if (errors.length > 0) throw unacceptableAttributes(errors);
  return Object.fromEntries(
    [...new Map([...Object.entries(attributes), ...values])].flatMap(
      ([name, value]): readonly [string, AttributeValue][] => (value === null ? [] : [[name, value]]),
    ),
  );
}

function changeError(
  declarations: readonly AttributeDeclaration[],
  name: string,
  value: AttributeValue | null,
  writer: AttributeAudience,
): string | undefined {
  const declaration = declarations.find((each) => each.name === name);
  if (declaration === undefined || (writer === 'self' && declaration.readableBy === 'admin'))
    return 'There is no such attribute.';
  if (writer === 'self' && declaration.writableBy === 'admin') return 'Only administrators can change this attribute.';
  return value === null ? undefined : valueError(declaration, value);
}

/** Returns a value in the form in which it is stored and compared. Values of other types are returned unchanged. */
export function storedValue(value: AttributeValue): AttributeValue;
export function storedValue(value: unknown): unknown;
export function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return trimmedNfc(value);
  return Array.isArray(value) ? value.map((text: unknown) => storedValue(text)) : value;
}

/** Returns why an attribute cannot have a value; undefined if it can. */
export function valueError({ type, values }: AttributeDeclaration, value: unknown): string | undefined {
  const textError = (text: unknown): string | undefined => {
    if (typeof text !== 'string') return 'This must be a text.';
    const { min, max } = attributeLimits.text;
    const { length } = [...text];
    if (length < min || length > max) return `This must have ${min} to ${max} characters.`;
    if (!isOneLine(text)) return 'This must not contain control characters, line breaks or direction marks.';
    return values === null || values.includes(text) ? undefined : 'This is not one of the allowed values.';
  };
  switch (type) {
    case 'string':
      return textError(value);
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'This must be a number.';
      return isExactNumber(value) ? undefined : 'This must be a number from -(2^53 - 1) to 2^53 - 1.';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This must be true or false.';
    case 'string[]': {
      if (!Array.isArray(value)) return 'This must be a list of texts.';
      if (value.length > attributeLimits.texts) return `This must have at most ${attributeLimits.texts} texts.`;
      if (new Set(value).size < value.length) return 'The same text must not occur twice.';
      return value.map(textError).find((error) => error !== undefined);
    }
  }
}

/** Returns the attributes that their user can read. */
export const readableAttributes = (
  attributes: Attributes,
  declarations: readonly AttributeDeclaration[],
): Attributes => {
  const names = new Set(declarations.filter(({ readableBy }) => readableBy === 'self').map(({ name }) => name));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.has(name)));
};

/** Returns an event with only those attributes of a user that the user can read. */
export function withReadableAttributes<
  Event extends { readonly subject: { readonly type: string }; readonly changes: Changes },
>(event: Event, declarations: readonly AttributeDeclaration[]): Event {
  const { attributes, ...others } = event.changes;
  if (event.subject.type !== 'user' || attributes === undefined) return event;
  const readable = (values: unknown): unknown =>
    isAttributes(values) ? readableAttributes(values, declarations) : null;
  const shown = differenceOf({ before: readable(attributes.before), after: readable(attributes.after) });
  return { ...event, changes: shown === undefined ? others : { ...others, attributes: shown } };
}

const isAttributes = (values: unknown): values is Attributes => typeof values === 'object' && values !== null;

/** Texts that the attributes of users must match, by the name of the attribute. */
export type AttributeFilter = Readonly<Record<string, string>>;

/**
 * Returns the values that users must have for a filter. Every user with these values matches; of a list, the user must
 * have all texts.
 * @throws {BusinessError} attributes-unacceptable, if an attribute is unknown or a text cannot be its value
 */
export function attributesOfFilter(declarations: readonly AttributeDeclaration[], filter: AttributeFilter): Attributes {
  const values = Object.entries(filter).map(([name, text]): [string, AttributeValue] => {
    const type = declarations.find((each) => each.name === name)?.type;
    return [name, type === undefined ? text : valueOfText(type, text)];
  });
  const wanted = Object.fromEntries(values);
  // A text outside of the allowed values is not refused, because values may be allowed later.
  const unrestricted = declarations.map((declaration) => ({ ...declaration, values: null }));
  return changedAttributes(unrestricted, {}, wanted, 'admin');
}

function valueOfText(type: AttributeDeclaration['type'], text: string): AttributeValue {
  if (type === 'string[]') return [text];
  if (type === 'number' && text.trim() !== '') return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Whether a user with these attributes matches `attributesOfFilter`. */
export const hasAttributes = (attributes: Attributes, wanted: Attributes): boolean =>
  Object.entries(wanted).every(([name, value]) => {
    const held = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!Array.isArray(value)) return held === value;
    return Array.isArray(held) && value.every((text) => held.includes(text));
  });

/** Makes the events of users contain only the attributes that have changed. */
export const withAttributeDifferences = <Before, After>(
  recorded: RecordedFields<Before, After>,
): RecordedFields<Before, After> => ({
  ...recorded,
  changesOf: (before, after) => {
    const { attributes, ...others } = recorded.changesOf(before, after);
    const difference = attributes && differenceOf(attributes);
    return difference === undefined ? others : { ...others, attributes: difference };
  },
});

function differenceOf({ before, after }: Change): Change | undefined {
  const [old, next] = [entriesOf(before), entriesOf(after)];
  const isChanged = (name: string): boolean => JSON.stringify(old.get(name)) !== JSON.stringify(next.get(name));
  const names = [...new Set([...old.keys(), ...next.keys()])].filter(isChanged);
  if (names.length === 0) return undefined;
  const changed = (values: ReadonlyMap<string, unknown>) =>
    Object.fromEntries([...values].filter(([name]) => names.includes(name)));
  return { before: before === null ? null : changed(old), after: after === null ? null : changed(next) };
}

/** Whether two users have the same attributes. */
export const isSameAttributes = (one: Attributes, other: Attributes): boolean =>
  differenceOf({ before: one, after: other }) === undefined;

const entriesOf = (attributes: unknown): ReadonlyMap<string, unknown> =>
  new Map(isAttributes(attributes) ? Object.entries(attributes) : []);
