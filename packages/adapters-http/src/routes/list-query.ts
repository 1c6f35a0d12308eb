import type { SortOrder } from '@portcullis/application';
import { Describe } from '../validation/descriptions.ts';
import { Integer, OneOf, Optional, Text } from '../validation/fields.ts';
import { BatchIds } from '../validation/service-fields.ts';

export const maxPageSize = 100;
/** Minimum and maximum length of a search text, in characters. */
export const searchLimits = { min: 0, max: 255 };

/** Returns the description of a filter that requires a text anywhere in a field. */
export const contains = (field: string): string => `Only items whose ${field} contains this text, ignoring case.`;

/** Returns the description of a filter that requires an exact match. */
export const only = (value: string): string => `Only items with this ${value}.`;

/** Returns the description of `sortBy`. */
export const sorts = (byDefault: string): string => `The field to sort by; by default ${byDefault}.`;

/** The query parameters of a list with a fixed order. */
export class PagePart {
  @Integer(1) @Describe('Number of the page; the first is 1.') page = 1;
  @Integer(1, maxPageSize) @Describe('Maximum number of items on the page.') pageSize = 10;
}

/** The query parameters of most lists. Each list adds its filters and the fields that can be used for sorting. */
export class PageParameters extends PagePart {
  @Optional()
  @OneOf(['asc', 'desc'])
  @Describe('Ascending or descending. Default: ascending if `sortBy` is sent, otherwise the order of the list.')
  sortOrder?: SortOrder;
}

/**
 * The query parameters of a list that can be searched.
 * @example
 * class NoteListParameters extends ListParameters {
 *   sortBy?: 'title' | 'createdAt';
 * }
 * // The same as two decorators above the property.
 * field.all(field.Optional(), field.OneOf(['title', 'createdAt']))(NoteListParameters.prototype, 'sortBy');
 */
export class ListParameters extends PageParameters {
  @Optional()
  @Text(searchLimits)
  @Describe('Only items with this text in one of the fields listed in the description of the operation, ignoring case.')
  search?: string;
  @Optional()
  @BatchIds()
  @Describe('Only items with one of these ids. Repeat the parameter for each id. Ids that do not exist are ignored.')
  ids?: string[];
}
