/**
 * Returns the rows that an outer join found, without a column that has the same value in all of them, such as the total
 * of a list. A join that found nothing returns one row, whose key is null.
 */
export const itemsOf = <Item extends object, Common extends object>(
  rows: readonly (Item & Common)[],
  common: keyof Common & string,
  key: keyof Item & string,
): Item[] =>
  rows
    .filter((row) => row[key] !== null)
    .map((row) => {
      const { [common]: _common, ...item } = row;
      // The compiler does not know that `common` is the only property of `Common`.
      return item as object as Item;
    });
