/** Where the table of a service has the value of an attribute. */
export interface FilterColumn {
  /**
   * The type of the column. `id` is `uuid` in PostgreSQL and a text elsewhere. `string[]` is an array in PostgreSQL and a
   * JSON list of texts elsewhere.
   */
  readonly type: 'string' | 'number' | 'boolean' | 'time' | 'id' | 'string[]';
  /** An SQL expression that is NULL if the attribute is missing. It becomes part of the statement as it is. */
  readonly sql: string;
  /** SQL that is true if the list has the element, if the list is in another table. Uses its parameter once. */
  readonly contains?: (element: string) => string;
  /** SQL that is true if the column is a category or below it. Uses its parameter once. Needed for `under` only. */
  readonly under?: (category: string) => string;
}

/** Adds a value to the parameters of the statement, and returns its placeholder. */
export type Bind = (value: unknown) => string;

export type OrderSymbol = '<' | '<=' | '>' | '>=';

/**
 * How a database compares values as the evaluator of conditions does. The values have the type of the column. Each
 * function returns SQL that is true or not true, where false and NULL mean the same. If the attribute is present, only
 * a value that cannot be compared may make the SQL NULL.
 */
export interface Dialect {
  /** Returns the placeholder of a parameter, whose positions begin with 1. */
  readonly placeholder: (position: number) => string;
  /** Returns SQL that is true if the attribute is present, and false otherwise. */
  readonly isPresent: (column: FilterColumn) => string;
  /** Returns SQL that is true if the value can be compared with values of its type; undefined if it always can. */
  readonly isComparable: (column: FilterColumn) => string | undefined;
  /** @param values at least one value */
  readonly equalsOne: (column: FilterColumn, values: readonly (string | number | boolean)[], bind: Bind) => string;
  readonly isOrdered: (column: FilterColumn, symbol: OrderSymbol, value: string | number, bind: Bind) => string;
  /** Whether a text contains the text. */
  readonly includes: (column: FilterColumn, text: string, bind: Bind) => string;
  /** Whether a list has the element. */
  readonly hasElement: (column: FilterColumn, text: string, bind: Bind) => string;
}

/** Whether a bound of a time is compared with the end of its millisecond, because a column can be more exact. */
export const comparesWithEnd = (symbol: OrderSymbol): boolean => symbol === '<=' || symbol === '>';
