import { contentLimits } from './content.ts';

/**
 * The id of a heading, by github-slugger's habit (specification, section 4.6, conversion rule 3): lower case, spaces to
 * hyphens, punctuation dropped, letters, marks and decimal digits of every script kept. May be empty.
 */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Room left for the number that makes a taken slug unique. */
const numberRoom = 12;

/** A slug made from a title or name, short enough for a number behind it; `fallback` where nothing visible is left. */
export function slugFrom(text: string, fallback: string): string {
  const slug = [...headingId(text.trim())].slice(0, contentLimits.slug.max - numberRoom).join('');
  return /[^\p{M}-]/u.test(slug) ? slug : fallback;
}
