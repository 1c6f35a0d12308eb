import type { JsonSchema } from '../validation/schema.ts';

/** A request and what its success answered, as a test sent and got them. */
export interface Example {
  readonly operation: string;
  /** Tells the examples of one operation apart. */
  readonly title?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly data: unknown;
}

/** When the examples were made, as far as they tell. */
export const exampleTime = '2026-11-21T09:00:00.000Z';

interface Shown {
  readonly title: string | undefined;
  readonly value: unknown;
}

/** One example without a title stands alone; those with titles stand under them. */
export function shown(examples: readonly Shown[]): JsonSchema {
  const [first] = examples;
  if (first === undefined) return {};
  if (first.title === undefined) return { example: first.value };
  return { examples: Object.fromEntries(examples.map(({ title, value }) => [title, { value }])) };
}
