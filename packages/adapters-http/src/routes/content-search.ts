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
  @Integer(1, maxPageSize) @Describe('Largest number of items on the page.') pageSize = 10;
  @Optional() @OneOf(contentStatuses) @Describe(`${only('status')} By default PUBLISHED.`) status?: ContentStatus;
  @Optional()
  @Uuid()
  @Describe('Only contents of the category with this id or of one below it.')
  categoryId?: CategoryId;
  @Optional() @Uuid() @Describe('Only contents that have the tag with this id.') tagId?: TagId;
}

/**
 * The route of the search in contents (docs/interface.md §4.6). It must be registered before the routes that have an id
 * at this place in the path.
 */
export const contentSearchRoute = route({
  method: 'GET',
  path: '/contents/search',
  operation: 'searchContents',
  summary: 'Search contents',
  description:
    'Finds the contents that have all words of `q` in title, headings, names of tags, summary or body. Words match by their beginning; Chinese, Japanese and Korean also inside running text. The highest `score` comes first, then the newest. Only contents that are PUBLISHED are found, unless a caller with the role ADMIN or MODERATOR sends `status`.',
  access: 'optional',
  editors,
  query: SearchParameters,
  data: pageOf(contentMatchSchema),
  read: ({ query, isEditor }, { contents }) => searchContents({ contents })({ query, isEditor }),
});
