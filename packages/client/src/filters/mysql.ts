import { comparesWithEnd, type Bind, type Dialect } from './dialect.ts';

/** Bytes of UTF-8 have the order of code points, and differ if case, accents or spaces at the end do. */
const bytes = (sql: string): string => `CAST(CONVERT(${sql} USING utf8mb4) AS BINARY)`;

const time = (value: string, isEnd: boolean, bind: Bind): string =>
  `CAST(${bind(value.replace('T', ' ').replace('Z', isEnd ? '999' : '000'))} AS DATETIME(6))`;

/** For MySQL and MariaDB. Times are columns of the type DATETIME in UTC. */
export const mysql: Dialect = {
  placeholder: () => '?',
  isPresent: ({ type, sql }) =>
    type === 'string[]' ? `coalesce(JSON_TYPE(${sql}) <> 'NULL', FALSE)` : `(${sql}) IS NOT NULL`,
  isComparable: ({ type, sql }) => {
    // Dates such as 0000-00-00 are no times.
    if (type === 'time') return `TO_DAYS(${sql}) IS NOT NULL`;
    return type === 'string[]' ? `JSON_TYPE(${sql}) = 'ARRAY'` : undefined;
  },
  equalsOne: ({ type, sql }, values, bind) => {
    switch (type) {
      case 'number':
        return `(${sql}) IN (${values.map((value) => `${bind(value)} + 0e0`).join(', ')})`;
      case 'boolean':
        return values.map((value) => `(${sql}) ${value === true ? '<>' : '='} 0`).join(' OR ');
      case 'time':
        return values
          .map((value) => `(${sql}) BETWEEN ${time(String(value), false, bind)} AND ${time(String(value), true, bind)}`)
          .join(' OR ');
      default: {
        // An index can find the texts that the collation of the column holds for equal. Their bytes decide.
        const similar = values.map(bind).join(', ');
        return `(${sql}) IN (${similar}) AND ${bytes(sql)} IN (${values.map((value) => bytes(bind(value))).join(', ')})`;
      }
    }
  },
  isOrdered: ({ type, sql }, symbol, value, bind) => {
    if (type === 'number') return `(${sql}) ${symbol} (${bind(value)} + 0e0)`;
    if (type === 'time') return `(${sql}) ${symbol} ${time(String(value), comparesWithEnd(symbol), bind)}`;
    return `${bytes(sql)} ${symbol} ${bytes(bind(value))}`;
  },
  includes: ({ sql }, text, bind) => `LOCATE(${bytes(bind(text))}, ${bytes(sql)}) > 0`,
  hasElement: ({ sql }, text, bind) => `JSON_CONTAINS(${sql}, JSON_QUOTE(${bind(text)}))`,
};
