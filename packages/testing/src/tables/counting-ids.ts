import { isId, type Id } from '@portcullis/domain';
import type { IdSource } from '@portcullis/application';

/**
 * Makes a source of version 4 UUIDs in ascending order.
 * @param series four hexadecimal digits; two sources with different series never return the same id
 */
export function countingIds(series: string): IdSource {
  let count = 0;
  return {
    next: <Kind extends string>(): Id<Kind> => {
      count += 1;
      const id = `00000000-${series}-4000-a000-${count.toString(16).padStart(12, '0')}`;
      if (!isId<Kind>(id)) throw new Error(`'${series}' is not a series of ids.`);
      return id;
    },
  };
}
