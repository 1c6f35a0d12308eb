import type { JsonSchema } from '../validation/schema.ts';

/** A recorded request and the `data` of its response. */
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

/** The value of an example. It has a title if an operation has several examples. */
export interface TitledValue {
  readonly title: string | undefined;
  readonly value: unknown;
}

/**
 * Returns the keyword `example` if the first example has no title. Otherwise, returns the keyword `examples` with the
 * values by their titles.
 */
export function exampleKeywords(examples: readonly TitledValue[]): JsonSchema {
  const [first] = examples;
  if (first === undefined) return {};
  if (first.title === undefined) return { example: first.value };
  return { examples: Object.fromEntries(examples.map(({ title, value }) => [title, { value }])) };
}
