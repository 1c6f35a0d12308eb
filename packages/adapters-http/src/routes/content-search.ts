import { searchContents, type ContentMatch, type Highlight } from '@portcullis/application';
import {
  contentStatuses,
  draftReaders,
  searchQueryRule,
  type CategoryId,
  type ContentStatus,
  type TagId,
} from '@portcullis/domain';
import { Describe } from '../validation/descriptions.ts';
import { Integer, OneOf, Optional, Text, Uuid } from '../validation/fields.ts';
import { listOf, named, object, oneOf, pageOf, text, withDescription } from '../validation/schema.ts';
import { maxPage, maxPageSize, only } from './list-query.ts';
import { route } from './route.ts';
import { contentItemFields } from './schemas/contents.ts';

const highlightSchema = named('Highlight', () =>
  object<Highlight>({
    field: withDescription(oneOf(['title', 'tag', 'summary', 'body']), 'The field with the match.'),
    before: withDescription(text, 'The plain text before the match, at most 60 characters.'),
    match: withDescription(text, 'The text that matches.'),
    after: withDescription(text, 'The plain text after the match, at most 60 characters.'),
  }),
);

/** A content in the results of a search. */
const contentMatchSchema = named('ContentMatch', () =>
  object<ContentMatch>({
    ...contentItemFields,
    score: {
      type: 'integer',
      minimum: 1,
      maximum: 4,
      description:
        '4 if the title contains all words. 3 if the title, headings and tags contain all words together, 2 if the summary is also needed, and 1 if the body is also needed.',
    },
    highlights: withDescription(
      listOf(highlightSchema),
      'The first match in each field. A match in the body is included only if it is near the beginning of the body.',
    ),
  }),
);

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
  editors: draftReaders,
  query: SearchParameters,
  data: pageOf(contentMatchSchema),
  read: ({ query, reach }, { contents }) => searchContents({ contents })({ query, reach }),
});
