import type { PayloadOf } from '@portcullis/client';
import type { ShownUser } from './references.ts';
import { linesOf } from '../forms/values.ts';
import { api, can } from '../session/session.ts';

type Values = ShownUser['attributes'];
type Value = Values[string];

/** All declarations of attributes, with their version. */
export type Declared = PayloadOf<'/api/user-attributes', 'get'>;
export type Declaration = Declared['attributes'][number];

/** Loads the declarations of attributes. @returns none if the person may not read them */
export const loadDeclarations = async (signal?: AbortSignal): Promise<readonly Declaration[]> =>
  can('getUserAttributes') ? (await api.get('/api/user-attributes', { ...(signal && { signal }) })).attributes : [];

/** The name of the field of an attribute, which is also its place in errors and its filter in the list of users. */
export type AttributeFieldName = `attributes.${string}`;

/** The texts of the fields of attributes in a form, which can have further fields. */
export interface AttributeTexts {
  readonly [name: AttributeFieldName]: string;
}

export const attributeField = (name: string): AttributeFieldName => `attributes.${name}`;

/** Whether this is the name of the field of an attribute. */
export const isAttributeField = (name: string): name is AttributeFieldName => name.startsWith('attributes.');

/** Returns the texts of the fields of a user's attributes. The texts of a list are lines. */
export const attributeTexts = (declarations: readonly Declaration[], values: Values): AttributeTexts =>
  Object.fromEntries(
    declarations.map(({ name }) => {
      const value = values[name];
      return [attributeField(name), Array.isArray(value) ? value.join('\n') : String(value ?? '')];
    }),
  );

/**
 * Converts the texts of fields for the service. An empty text removes the value. A text that is no number is sent
 * unchanged, because the service then says that it is no number.
 */
export const attributeValues = (
  declarations: readonly Declaration[],
  texts: AttributeTexts,
): Record<string, Value | null> =>
  Object.fromEntries(
    declarations.map(({ name, type }) => {
      const text = texts[attributeField(name)] ?? '';
      return [attributeField(name), text.trim() === '' ? null : valueOf(type, text)];
    }),
  );

function valueOf(type: Declaration['type'], text: string): Value {
  if (type === 'string[]') return linesOf(text);
  if (type === 'boolean') return text === 'true';
  const number = Number(text);
  return type === 'number' && Number.isFinite(number) ? number : text;
}

/** Returns changed values by the names of their attributes. */
export const byAttribute = (changes: Readonly<Record<string, Value | null>>): Record<string, Value | null> =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field.replace('attributes.', ''), value]));
