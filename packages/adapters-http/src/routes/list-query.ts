import type { SortOrder } from '@portcullis/application';
import { Integer, OneOf, Optional, Text } from '../validation/fields.ts';

const maxPage = 2 ** 31 - 1;
const maxPageSize = 100;
/** The length of a text that lists look for. */
export const searchLimits = { min: 0, max: 255 };

/** The query parameters of every list; a list adds its filters and the fields that it sorts by. */
export class PageParameters {
  @Integer(1, maxPage) page = 1;
  @Integer(1, maxPageSize) pageSize = 10;
  @Optional() @OneOf(['asc', 'desc']) sortOrder?: SortOrder;
}

/** A list that can be searched. */
export class ListParameters extends PageParameters {
  @Optional() @Text(searchLimits) search?: string;
}
