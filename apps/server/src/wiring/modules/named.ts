import type { Intersection } from '../dependency-injection.ts';

/** Returns the use cases with these names, which the files export. */
export function named<const Files extends readonly object[], Name extends keyof Intersection<Files[number]>>(
  files: Files,
  ...names: readonly Name[]
): Pick<Intersection<Files[number]>, Name>;
export function named(files: readonly object[], ...names: readonly string[]): object {
  const exported = new Map(files.flatMap((file) => Object.entries<unknown>({ ...file })));
  return Object.fromEntries(names.map((name) => [name, exported.get(name)]));
}
