/** Description of every slug. */
export const slug =
  'The unique name in URLs. If none is sent, one is made from the title or name; `-2`, `-3` and so on is appended if that is taken.';
