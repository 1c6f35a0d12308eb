/** The description of a slug in the API document. */
export const slug =
  'The unique name in URLs. If it is missing, it is created from the title or name. If the created slug is taken, `-2`, `-3` and so on is appended.';
