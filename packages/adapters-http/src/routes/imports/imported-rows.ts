import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { FieldError } from '@portcullis/domain';
import { isObject, unknownFields, validate } from '../../validation/validate.ts';

interface ImportedClass<Fields> {
  readonly fields: new () => Fields;
  /** The names of all fields. */
  readonly names: readonly string[];
}

type Invalid = Extract<ImportedRow<never>, { readonly errors: unknown }>;

/**
 * Validates a row of an imported file. An unknown field is an error, because it may be a misspelt name.
 * @param further the errors of fields that the class does not have
 * @returns the valid fields, or the row with its errors
 */
export function readImportedRow<Fields extends { readonly sourceId: string }>(
  { fields, names }: ImportedClass<Fields>,
  row: number,
  input: unknown,
  further: readonly FieldError[] = [],
): { readonly valid: Fields } | Invalid {
  if (!isObject(input)) return { row, sourceId: null, errors: [{ field: '', message: 'This must be a JSON object.' }] };
  const { value, errors } = validate(fields, input);
  const all = [...errors, ...further, ...unknownFields(input, names)];
  const isNamed = errors.every(({ field }) => field !== 'sourceId');
  return all.length > 0 ? { row, sourceId: isNamed ? value.sourceId : null, errors: all } : { valid: value };
}
