import type { TextRule } from '@portcullis/domain';
import { textOf, withDescription, type Schema } from '../../validation/schema.ts';

/** The slug of a category, a tag or a content. */
export const slugOf = (rule: TextRule): Schema<string> =>
  withDescription(
    textOf(rule),
    'The unique name in URLs.',
    'If it is missing, it is created from the title or name. If the created slug is taken, `-2`, `-3` and so on is appended.',
  );
