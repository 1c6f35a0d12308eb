import { comparesWithEnd, type Bind, type Dialect, type FilterColumn } from './dialect.ts';

/** Texts are compared by code points, whatever the collation of the column. */
const bytes = (sql: string): string => `(${sql})::text COLLATE "C"`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const time = (value: string, isEnd: boolean, bind: Bind): string =>
  `${bind(isEnd ? value.replace('Z', '999Z') : value)}::timestamptz`;

/** JavaScript has no infinite times, and infinite numbers and NaN count as missing. */
function isFinite({ type, sql }: FilterColumn): string | undefined {
  if (type === 'time') return `isfinite(${sql})`;
  return type === 'number' ? `(${sql}) > '-Infinity'::float8 AND (${sql}) < 'Infinity'::float8` : undefined;
}

export const postgresql: Dialect = {
  placeholder: (position) => `$${position}`,
  isPresent: (column) => {
    const finite = isFinite(column);
    return finite === undefined ? `(${column.sql}) IS NOT NULL` : `coalesce(${finite}, false)`;
  },
  isComparable: isFinite,
  equalsOne: ({ type, sql }, values, bind) => {
    switch (type) {
      case 'number':
        return `(${sql}) = ANY (${bind(values)}::float8[])`;
      case 'boolean':
        return `(${sql}) = ANY (${bind(values)}::boolean[])`;
      case 'time':
        return values
          .map((value) => `(${sql}) BETWEEN ${time(String(value), false, bind)} AND ${time(String(value), true, bind)}`)
          .join(' OR ');
      case 'id':
        return `(${sql}) = ANY (${bind(values.filter((value) => uuid.test(String(value))))}::uuid[])`;
      default: {
        const parameter = bind(values);
        // An index of the column has the collation of the column. The second comparison makes the first one exact.
        return `(${sql})::text = ANY (${parameter}::text[]) AND ${bytes(sql)} = ANY (${parameter}::text[])`;
      }
    }
  },
  isOrdered: ({ type, sql }, symbol, value, bind) => {
    if (type === 'number') return `(${sql}) ${symbol} ${bind(value)}::float8`;
    if (type === 'time') return `(${sql}) ${symbol} ${time(String(value), comparesWithEnd(symbol), bind)}`;
    return `${bytes(sql)} ${symbol} ${bind(value)}::text`;
  },
  includes: ({ sql }, text, bind) => `strpos(${bytes(sql)}, ${bind(text)}::text) > 0`,
  hasElement: ({ sql }, text, bind) => `${bind(text)}::text COLLATE "C" = ANY ((${sql})::text[])`,
};
