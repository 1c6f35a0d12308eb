import { contentLimits } from './content.ts';

/**
 * The id of a heading, by github-slugger's habit (specification, section 4.6, conversion rule 3): lower case, spaces to
 * hyphens, punctuation dropped, letters, marks and digits of every script kept. May be empty.
 */
export function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Room left for the number that makes a taken slug unique. */
const numberRoom = 12;

/** A slug made from a title or name, short enough for a number behind it; `fallback` where no letter is left. */
export function slugFrom(text: string, fallback: string): string {
  const slug = [...headingId(text)].slice(0, contentLimits.slug.max - numberRoom).join('');
  return slug.replaceAll('-', '') === '' ? fallback : slug;
}
