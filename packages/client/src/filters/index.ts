export type { AttributeValues } from '../conditions/evaluate-condition.ts';
export { compileFilter, type CompiledFilter, type FilterOptions } from './compile-filter.ts';
export type { FilterColumn } from './dialect.ts';
export { filterPredicate } from './filter-predicate.ts';
