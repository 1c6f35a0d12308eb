import type { ContentMatch, Highlight } from '@portcullis/application';
import { listOf, named, object, oneOf, text, withDescription } from '../../validation/schema.ts';
import { contentItemFields } from './contents.ts';

const highlightSchema = named('Highlight', () =>
  object<Highlight>({
    field: withDescription(oneOf(['title', 'tag', 'summary', 'body']), 'The field with the match.'),
    before: withDescription(text, 'The text before the match, at most 60 characters. It is plain text.'),
    match: withDescription(text, 'The text that matches.'),
    after: withDescription(text, 'The text after the match, at most 60 characters.'),
  }),
);

/** A content that a search found. */
export const contentMatchSchema = named('ContentMatch', () =>
  object<ContentMatch>({
    ...contentItemFields,
    score: {
      type: 'integer',
      minimum: 1,
      maximum: 4,
      description: '4 if all words are in the title, 3 with headings and tags, 2 with the summary, 1 with the body.',
    },
    highlights: withDescription(
      listOf(highlightSchema),
      'The first match of each field: of the body only if it is near its beginning.',
    ),
  }),
);
