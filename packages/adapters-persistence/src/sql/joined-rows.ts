/** Returns a row without one of its columns. */
export function withoutColumn<Row extends object, Column extends object>(
  row: Row & Column,
  name: keyof Column & string,
): Row;
export function withoutColumn(row: Readonly<Record<string, unknown>>, name: string): object {
  const { [name]: _column, ...rest } = row;
  return rest;
}

/**
 * Returns the rows that an outer join found, without a column that has the same value in all of them, such as the total
 * of a list. A join that found nothing returns one row, whose key is null.
 */
export const itemsOf = <Item extends object, Common extends object>(
  rows: readonly (Item & Common)[],
  common: keyof Common & string,
  key: keyof Item & string,
): Item[] => rows.filter((row) => row[key] !== null).map((row) => withoutColumn<Item, Common>(row, common));
