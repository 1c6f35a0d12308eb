import type { GetListParams } from '@refinedev/core';

/** The largest page of the service. */
export const maxPageSize = 100;

type Query = Readonly<Record<string, unknown>>;

/**
 * Returns the parameters of a list. The service filters for equal values, and searches in several fields at once, so a
 * filter `contains` is a search. It sorts by one field.
 * @throws {TypeError} if the service has no parameter for a filter
 */
export function listQueryOf({ filters = [], sorters = [] }: Pick<GetListParams, 'filters' | 'sorters'>): Query {
  const [sorter] = sorters;
  const entries = filters.map((filter): readonly [string, unknown] => {
    if (filter.operator === 'eq') return [filter.field, filter.value];
    if (filter.operator === 'contains') return ['search', filter.value];
    throw new TypeError(`The service has no filter with the operator ${filter.operator}.`);
  });
  const given = entries.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return {
    ...Object.fromEntries(given),
    ...(sorter !== undefined && { sortBy: sorter.field, sortOrder: sorter.order }),
  };
}
