import {
  searchContents,
  type ContentMatch,
  type Highlight,
} from '@portcullis/application/internal/contents/search-contents';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import type { CategoryId, TagId } from '@portcullis/domain/internal/shared/ids';
import { contentStatuses, type ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { searchQueryRule } from '@portcullis/domain/internal/contents/search';
import { shownBy, type Shown, type MediaSite } from '../../responses/content-covers.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer, OneOf, Optional, Text } from '../../validation/fields.ts';
import { listOf, namedObject, oneOf, pageOf, text, withDescription } from '../../validation/schema.ts';
import { maxPageSize, only } from '../list-query.ts';
import { withRules } from '../operation-text.ts';
import { route, type Route } from '../route.ts';
import { InCategory, WithTag } from './content-requests.ts';
import { contentItemFields } from '../schemas/contents.ts';

const highlightSchema = namedObject<Highlight>('Highlight', {
  field: withDescription(oneOf(['title', 'tag', 'summary', 'body']), 'The field with the match.'),
  before: withDescription(text, 'The plain text before the match, at most 60 characters.'),
  match: withDescription(text, 'The text that matches.'),
  after: withDescription(text, 'The plain text after the match, at most 60 characters.'),
});

/** A content in the results of a search. */
const contentMatchSchema = namedObject<Shown<ContentMatch>>('ContentMatch', {
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
});

class SearchParameters {
  @Text(searchQueryRule) @Describe('The words to look for.') q!: string;
  @Integer(1) @Describe('Number of the page; the first is 1.') page = 1;
  @Integer(1, maxPageSize) @Describe('Maximum number of items on the page.') pageSize = 10;
  @Optional() @OneOf(contentStatuses) @Describe(`${only('status')} By default PUBLISHED.`) status?: ContentStatus;
  @InCategory() categoryId?: CategoryId;
  @WithTag() tagId?: TagId;
}

/**
 * The route that searches contents (docs/interface.md §4.6). It must be registered before the routes with an id at the
 * same position in the path.
 */
export const contentSearchRoute = (site: MediaSite): Route =>
  route({
    method: 'GET',
    path: '/contents/search',
    operation: 'searchContents',
    summary: 'Search contents',
    description: withRules(
      'Only PUBLISHED contents are found, unless a caller who sees drafts sends `status`.',
      [
        '`score` is 4 if the title has all words of `q`, 3 if headings and tags are also needed, 2 for the summary, and 1 for the body. Contents with a higher score come first, then the newest by `createdAt`. The body is the Markdown as it was written, or, for RICHTEXT, the text of the HTML.',
        'Case, width and Unicode composition of characters are ignored. A word of `q` matches words that begin with it; a single letter matches only itself. With `SEARCH_LANGUAGE`, other forms of a word match too, and are marked.',
        'Chinese, Japanese and Korean text is matched inside running text: a content must contain every pair of neighbouring characters of the query, or the character if there is only one. A text with all pairs in other places is found too.',
        '`total` is exact. `highlights` contain the first match in the title, each tag, the summary and the first 10,000 characters of the body.',
      ],
      'A search that is sent after a change finds the changed content, except in texts that are indexed later: a body after about 260,000 characters, and headings after about 65,000 characters in total.',
    ),
    access: 'optional',
    editors: draftReaders,
    query: SearchParameters,
    data: pageOf(contentMatchSchema),
    read: async ({ query, reach }, { contents }) => {
      const page = await searchContents({ contents })({ query, reach });
      return { ...page, items: page.items.map(shownBy(site)) };
    },
  });
