import type { LongField } from '@portcullis/application/internal/ports/contents';
import { expandedSchema, type WithExpanded } from '../expand.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import type { JsonSchema } from '../../validation/json-schema.ts';

/**
 * Returns the same schema with a TypeScript type that also allows values of another type, such as a `LongField`, which is
 * sent in pieces but has the same JSON.
 */
export const alsoTyped = <T, Other = LongField>(whole: Schema<T>): Schema<T | Other> => {
  const { ...same }: JsonSchema = whole;
  return same;
};

/**
 * Returns the schema of an item of a list. The query can choose some of the fields, which the type allows as well, and add
 * the entries to which the item refers.
 * @param optional fields that not every item has
 */
export const listItemSchema = <T>(
  name: string,
  fields: Fields<T>,
  optional: Fields<object> = {},
): Schema<T | Partial<T & WithExpanded>> =>
  schema.named(name, (): JsonSchema => schema.objectWith(fields, { ...optional, expanded: expandedSchema }));
