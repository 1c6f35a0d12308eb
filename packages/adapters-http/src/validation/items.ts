import { ValidateBy } from 'class-validator';
import { check, listChecks, listSchema } from './checks.ts';
import { declares } from './field-declarations.ts';
import { all } from './fields.ts';
import { isObject, validate, type RequestSchema } from './validate.ts';

/** Rejects a list in which two items have the same text in the field `name`, so that no two items are equal. */
const UniqueBy = (name: string): PropertyDecorator =>
  declares(
    { schema: { uniqueItems: true }, sentence: `Must not contain the same ${name} twice.` },
    check(
      'uniqueBy',
      (items) => {
        const keys: unknown[] = Array.isArray(items)
          ? items.map((item): unknown => (isObject(item) ? Reflect.get(item, name) : item))
          : [];
        return new Set(keys).size === keys.length;
      },
      `not contain the same ${name} twice`,
    ),
  );

/**
 * Accepts a list of at most `max` objects that the request class accepts. If `key` is set, no two may have the same text
 * in the field with this name.
 */
export const ItemsOf = (
  itemClass: RequestSchema<object>,
  { max, key }: { readonly max: number; readonly key?: string },
): PropertyDecorator =>
  all(
    declares(
      { schema: listSchema(0, max), itemClass },
      ...listChecks(0, max),
      ValidateBy(
        {
          name: 'isItem',
          validator: {
            validate: (item: unknown) => isObject(item) && validate(itemClass, item).errors.length === 0,
            defaultMessage: (args) => `each value in ${args?.property} must be an object`,
          },
        },
        { each: true },
      ),
    ),
    ...(key === undefined ? [] : [UniqueBy(key)]),
  );
