import type { ContentMatch, Highlight } from '@portcullis/application';
import { listOf, named, object, oneOf, text, withDescription } from '../../validation/schema.ts';
import { contentItemFields } from './contents.ts';

const highlightSchema = named('Highlight', () =>
  object<Highlight>({
    field: withDescription(oneOf(['title', 'tag', 'summary', 'body']), 'The field with the match.'),
    before: withDescription(text, 'The plain text before the match, at most 60 characters.'),
    match: withDescription(text, 'The text that matches.'),
    after: withDescription(text, 'The plain text after the match, at most 60 characters.'),
  }),
);

/** A content in the results of a search. */
export const contentMatchSchema = named('ContentMatch', () =>
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
