import type { Texts } from './prepared.ts';

/** Writes a value as JSON from the text that PostgreSQL sends for it. */
export type Write = (text: string) => string;

/** Returns the text unchanged, which is correct for a number or for JSON without spaces. */
export const asIs: Write = (text) => text;

/** Adds quotes. Only for texts without characters that JSON escapes, such as UUIDs. */
export const inQuotes: Write = (text) => `"${text}"`;

export const string: Write = (text) => JSON.stringify(text);

export const flag: Write = (text) => (text === 't' ? 'true' : 'false');

/** Writes a `jsonb` value without the spaces that PostgreSQL adds. */
export const jsonb: Write = (text) => (text === '[]' ? text : JSON.stringify(JSON.parse(text)));

/** Writes a `uuid[]` value. */
export const ids: Write = (text) => (text === '{}' ? '[]' : `["${text.slice(1, -1).replaceAll(',', '","')}"]`);

/** Writes a timestamp such as `2026-11-21 09:00:00.12+00` as JSON text in the form `"2026-11-21T09:00:00.120Z"`. */
export function timestamp(text: string): string {
  const milliseconds = text.slice(20, text.indexOf('+')).padEnd(3, '0');
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z"`;
}

/** The name of a property and the function that writes its value. */
export type Property = readonly [name: string, write: Write];

/**
 * Returns a function that writes the columns of a row, beginning with the column at index `first`, as a JSON object.
 */
export function objectWriter(properties: readonly Property[], first = 0): (row: Texts) => string {
  const columns = properties.map(([name, write], index) => ({
    key: `${index === 0 ? '{' : ','}"${name}":`,
    write,
    at: first + index,
  }));
  return (row) => {
    let json = '';
    for (const { key, write, at } of columns) {
      const text = row[at] ?? null;
      json += key + (text === null ? 'null' : write(text));
    }
    return `${json}}`;
  };
}
