import { texts } from '../language/language.ts';

/** @returns the label of a field in the current language; `field` itself if it has no label. */
export function fieldName(field: string): string {
  const names: Readonly<Record<string, string>> = texts().fields;
  return names[field] ?? field;
}
