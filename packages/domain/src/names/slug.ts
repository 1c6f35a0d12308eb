import { BusinessError } from '../shared/errors.ts';
import type { TextRule } from './text.ts';

/**
 * Makes the id of a heading by the rules of github-slugger: lower case, hyphens for spaces, no punctuation except
 * hyphens and connectors such as `_`. Letters, marks and decimal digits of every script are kept. The result may be
 * empty.
 */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Length of the slug of a category, a tag or a content. It must also pass `checkSlug`. */
export const slugRule = { min: 1, max: 255 } as const satisfies TextRule;

/**
 * Letters, marks and digits of every script, and the punctuation that a URL does not escape. `.` and `..` are excluded,
 * because they have a special meaning in paths.
 */
const slugForm = /^(?!\.{1,2}$)[\p{L}\p{M}\p{Nd}_.~-]+$/u;

/**
 * Checks a slug, if there is one.
 * @throws {BusinessError} slug-unacceptable, if the slug contains characters other than letters, marks, digits, `-`,
 * `_`, `.` and `~`, or if it is `.` or `..`
 */
export function checkSlug(slug: string | undefined): void {
  if (slug === undefined || slugForm.test(slug)) return;
  const message = "The slug must consist of letters, digits, '-', '_', '.' and '~', and must not be '.' or '..'.";
  throw new BusinessError('slug-unacceptable', message, [{ field: 'slug', message }]);
}

/** Number of characters reserved for a suffix such as `-2`, which is added if the slug is taken. */
const suffixLength = 12;

/** Shortens a slug so that it is short enough for a suffix such as `-2`. */
export const withRoomForSuffix = (slug: string): string => [...slug].slice(0, slugRule.max - suffixLength).join('');

/**
 * Makes a slug from a title or name. The slug is short enough for a suffix such as `-2`. Some characters that heading
 * ids keep, such as the Roman numeral U+2163 (`Ⅳ`), are removed because `checkSlug` refuses them. Returns `fallback` if
 * nothing remains except hyphens and combining marks.
 */
export function slugFrom(text: string, fallback: string): string {
  const kept = headingId(text.trim())
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{Nd}_-]/gu, '');
  const slug = withRoomForSuffix(kept);
  return /[^\p{M}-]/u.test(slug) ? slug : fallback;
}
