import { permits, type AttributeValues } from '../conditions/evaluate-condition.ts';
import type { CategoryPath } from '../conditions/condition-operators.ts';
import { readFilter } from './read-filter.ts';

/**
 * Returns a function that says whether a filter permits an object with these attributes. Times must be `Date`s. Null
 * and undefined count as missing.
 * @param filter the `filter` of `POST /api/access/filter`
 * @param pathOf returns the ids of a category and of all categories above it; needed only for `under`
 * @throws {TypeError} if the filter cannot be read
 * @example
 * const mayRead = filterPredicate({ attr: 'resource.region', eq: 'north' }); // of POST /api/access/filter
 * const invoices = [{ region: 'north' }, { region: 'south' }];
 * console.log(invoices.filter((invoice) => mayRead(invoice))); // [ { region: 'north' } ]
 */
export function filterPredicate(filter: unknown, pathOf?: CategoryPath): (attributes: AttributeValues) => boolean {
  const read = readFilter(filter);
  if (typeof read === 'boolean') return () => read;
  return (resource) => permits(read, { resource, subject: {}, ...(pathOf && { pathOf }) });
}
