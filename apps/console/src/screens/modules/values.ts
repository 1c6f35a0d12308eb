import { texts } from '../../language/language.ts';
import { textOf } from '../../language/module-texts.ts';
import type { FieldLimits } from '../../forms/form.tsx';
import { orNull } from '../../forms/values.ts';
import type { ModuleResource } from '../../resources/modules.ts';

export type ModuleField = ModuleResource['fields'][number];

/** An entry of a resource, as the service returns it. */
export interface Entry {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: string | number | boolean | null;
}

/** The values of the form: required flags are booleans, all other values are texts. */
export type EntryValues = Readonly<Record<string, string | boolean>>;

/** Whether a field is shown as a checkbox. An optional flag has a third value, so it is shown as a list. */
export const isCheckbox = ({ type, isOptional }: ModuleField): boolean => type === 'flag' && !isOptional;

/** Returns the values of a choice or a flag with their labels. */
export function choicesOf({ type, values }: ModuleField) {
  const { yes, no } = texts().common;
  if (type === 'flag')
    return [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ];
  return values.map(({ value, label }) => ({ value, label: textOf(label) }));
}

/** Returns the value of a field of the form for an entry; without an entry, that of a new one. */
function valueOf(field: ModuleField, entry: Entry | undefined): string | boolean {
  const stored = entry?.[field.value] ?? null;
  if (isCheckbox(field)) return stored === true;
  const first = field.isOptional ? undefined : field.values[0]?.value;
  return String(stored ?? first ?? '');
}

/** Returns the values of the form for an entry; without an entry, those of a new one. */
export const valuesOf = ({ fields }: Pick<ModuleResource, 'fields'>, entry?: Entry): EntryValues =>
  Object.fromEntries(fields.map((field) => [field.value, valueOf(field, entry)]));

/** Converts a value for the service. Where a number is missing or has another form, the service names the field. */
function sentValue({ type, isOptional }: ModuleField, value: string | boolean | undefined): Entry[string] {
  if (typeof value !== 'string') return value ?? null;
  if (type === 'flag') return value === '' ? null : value === 'true';
  if (type === 'integer') return value.trim() === '' ? null : numberOr(value);
  return isOptional ? orNull(value) : value;
}

const numberOr = (text: string): string | number => (Number.isFinite(Number(text)) ? Number(text) : text);

export const bodyOf = ({ fields }: Pick<ModuleResource, 'fields'>, values: EntryValues) =>
  Object.fromEntries(fields.map((field) => [field.value, sentValue(field, values[field.value])]));

/** Returns the limits of the fields for the form. */
export const limitsOf = ({ fields }: Pick<ModuleResource, 'fields'>): Readonly<Record<string, FieldLimits>> =>
  Object.fromEntries(
    fields.map(({ value, type, isOptional, maxLength }) => [
      value,
      {
        ...(isOptional && { isOptional }),
        ...(maxLength !== null && { maxLength }),
        ...(type === 'integer' && { kind: 'numeric' as const }),
      },
    ]),
  );

/** Returns the text for a value in a list. */
export function shownValue(field: ModuleField, value: Entry[string] | undefined): string {
  if (value === null || value === undefined || value === '') return '–';
  if (field.type !== 'choice' && field.type !== 'flag') return String(value);
  return choicesOf(field).find((choice) => choice.value === String(value))?.label ?? String(value);
}
