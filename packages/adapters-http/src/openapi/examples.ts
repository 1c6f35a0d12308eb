import type { JsonSchema } from '../validation/schema.ts';

/** A request and the `data` of its success, as a test sent and got them. */
export interface Example {
  readonly operation: string;
  /** Tells the examples of one operation apart. */
  readonly title?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly data: unknown;
}

/** The timestamp in every example. */
export const exampleTime = '2026-11-21T09:00:00.000Z';

/** The value of an example, with the title that tells several apart. */
export interface Shown {
  readonly title: string | undefined;
  readonly value: unknown;
}

/** The `example` of a single value without a title, or the `examples` by their titles. */
export function shown(examples: readonly Shown[]): JsonSchema {
  const [first] = examples;
  if (first === undefined) return {};
  if (first.title === undefined) return { example: first.value };
  return { examples: Object.fromEntries(examples.map(({ title, value }) => [title, { value }])) };
}
