import type { JsonSchema } from '../validation/json-schema.ts';

/** A recorded request and the `data` of its response; the whole response if another standard defines its form. */
export interface Example {
  readonly operation: string;
  /** Distinguishes the examples of one operation. */
  readonly title?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly data: unknown;
}

/** The timestamp in every example. */
export const exampleTime = '2026-11-21T09:00:00.000Z';

/** The value of an example. The title is needed only if there can be several examples. */
export interface TitledValue {
  readonly title: string | undefined;
  readonly value: unknown;
}

/**
 * Returns the OpenAPI keyword for a list of examples. The result is `example` if the first example has no title,
 * otherwise `examples` with the values by their titles. For an empty list, the result is empty.
 */
export function exampleKeywords(examples: readonly TitledValue[]): JsonSchema {
  const [first] = examples;
  if (first === undefined) return {};
  if (first.title === undefined) return { example: first.value };
  return { examples: Object.fromEntries(examples.map(({ title, value }) => [title, { value }])) };
}
