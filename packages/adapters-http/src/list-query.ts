import type { SortOrder } from '@portcullis/application';
import { Integer, OneOf, Optional, Text } from './fields.ts';

const maxPage = 2 ** 31 - 1;
const maxPageSize = 100;
const search = { min: 0, max: 255 };

/** What every list takes. A list adds its filters and, with {@link SortField}, the fields it sorts by. */
export class ListParameters {
  @Integer(1, maxPage) page = 1;
  @Integer(1, maxPageSize) pageSize = 10;
  @Optional() @Text(search) search?: string;
  @Optional() @OneOf(['asc', 'desc']) sortOrder?: SortOrder;
}
