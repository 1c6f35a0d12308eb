import type { JsonSchema } from '../validation/json-schema.ts';

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const digits = (value: number): string => value.toLocaleString('en');

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (max === undefined) return min === undefined ? undefined : `At least ${digits(min)}`;
  if (min === max) return digits(max);
  return min === undefined ? `At most ${digits(max)}` : `${digits(min)} to ${digits(max)}`;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/**
 * Returns a sentence that describes the limits of a schema with their units, or undefined if the schema has no limits.
 */
export function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  items,
}: JsonSchema): string | undefined {
  const characters = rangeOf(numberOf(minLength), numberOf(maxLength));
  if (characters !== undefined) return `${characters} characters.`;
  const count = rangeOf(numberOf(minItems), numberOf(maxItems));
  const each = isSchema(items) ? limitsOf(items) : undefined;
  if (count !== undefined)
    return `${count} items${each === undefined ? '' : ` of ${each.toLowerCase().slice(0, -1)}`}.`;
  const range = rangeOf(numberOf(minimum), numberOf(maximum));
  return range === undefined ? undefined : `${range}.`;
}
