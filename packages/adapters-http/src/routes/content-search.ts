import { searchContents } from '@portcullis/application';
import { contentStatuses, searchQueryRule, type CategoryId, type ContentStatus, type TagId } from '@portcullis/domain';
import { editors } from './access.ts';
import { Describe } from '../validation/descriptions.ts';
import { Integer, OneOf, Optional, Text, Uuid } from '../validation/fields.ts';
import { pageOf } from '../validation/schema.ts';
import { maxPage, maxPageSize, only } from './list-query.ts';
import { route } from './route.ts';
import { contentMatchSchema } from './schemas/content-search.ts';

class SearchParameters {
  @Text(searchQueryRule) @Describe('The words to look for.') q!: string;
  @Integer(1, maxPage) @Describe('Number of the page; the first is 1.') page = 1;
  @Integer(1, maxPageSize) @Describe('Maximum number of items on the page.') pageSize = 10;
  @Optional() @OneOf(contentStatuses) @Describe(`${only('status')} By default PUBLISHED.`) status?: ContentStatus;
  @Optional()
  @Uuid()
  @Describe('Only contents of the category with this id or of a category below it.')
  categoryId?: CategoryId;
  @Optional() @Uuid() @Describe('Only contents that have the tag with this id.') tagId?: TagId;
}

/**
 * The route that searches contents (docs/interface.md §4.6). It must be registered before the routes with an id at the
 * same position in the path.
 */
export const contentSearchRoute = route({
  method: 'GET',
  path: '/contents/search',
  operation: 'searchContents',
  summary: 'Search contents',
  description:
    'Finds the contents that have all words of `q` in their title, headings, tag names, summary or body. A word of `q` matches the beginning of a word; Chinese, Japanese and Korean text also matches inside longer text. Contents are sorted by `score`, highest first, and then by age, newest first. Only PUBLISHED contents are found, unless a caller with the role ADMIN or MODERATOR sends `status`.',
  access: 'optional',
  editors,
  query: SearchParameters,
  data: pageOf(contentMatchSchema),
  read: ({ query, isEditor }, { contents }) => searchContents({ contents })({ query, isEditor }),
});
