import type { Dialect } from './dialect.ts';

/** Texts are compared by their bytes in UTF-8, whatever the collation of the column. */
const bytes = (sql: string): string => `(${sql}) COLLATE BINARY`;

/** Times are texts such as `2026-01-31T08:00:00.000Z`. Columns can have values of any type, so the type is compared too. */
export const sqlite: Dialect = {
  placeholder: () => '?',
  isPresent: ({ type, sql }) => {
    if (type === 'string[]') return `coalesce(json_type(${sql}) <> 'null', 0)`;
    // Infinite numbers count as missing.
    return type === 'number' ? `coalesce(abs(${sql}) < 9e999, 0)` : `(${sql}) IS NOT NULL`;
  },
  isComparable: ({ type, sql }) => {
    switch (type) {
      case 'number':
        return `typeof(${sql}) IN ('integer', 'real') AND abs(${sql}) < 9e999`;
      case 'boolean':
        return `typeof(${sql}) = 'integer'`;
      case 'string[]':
        return `json_type(${sql}) = 'array'`;
      default:
        return `typeof(${sql}) = 'text'`;
    }
  },
  equalsOne: ({ type, sql }, values, bind) =>
    type === 'boolean'
      ? values.map((value) => `(${sql}) ${value === true ? '<>' : '='} 0`).join(' OR ')
      : `${type === 'number' ? `(${sql})` : bytes(sql)} IN (${values.map(bind).join(', ')})`,
  isOrdered: ({ type, sql }, symbol, value, bind) =>
    `${type === 'number' ? `(${sql})` : bytes(sql)} ${symbol} ${bind(value)}`,
  includes: ({ sql }, text, bind) => `instr(${sql}, ${bind(text)}) > 0`,
  hasElement: ({ sql }, text, bind) =>
    // An element that is no text cannot be compared.
    `CASE WHEN EXISTS (SELECT 1 FROM json_each(${sql}) WHERE type = 'text' AND value = ${bind(text)}) THEN 1
      WHEN NOT EXISTS (SELECT 1 FROM json_each(${sql}) WHERE type <> 'text') THEN 0 END`,
};
