/**
 * Removes at most `limit` rows that meet a condition, in the order in which they were inserted.
 * @returns the number of removed rows
 */
export function removeWhere<Key, Row>(rows: Map<Key, Row>, isRemoved: (row: Row) => boolean, limit: number): number {
  const removed = [...rows].filter(([, row]) => isRemoved(row)).slice(0, limit);
  for (const [key] of removed) rows.delete(key);
  return removed.length;
}
