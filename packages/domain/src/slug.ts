import { BusinessError } from './errors.ts';
import type { TextRule } from './text.ts';

/**
 * The id of a heading, as github-slugger makes it: lower case, hyphens for spaces, no punctuation; letters, marks and
 * decimal digits of every script stay. May be empty.
 */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Length of a slug. Slugs of earlier versions may hold any characters; a new one must also pass `checkSlug`. */
export const slugRule = { min: 1, max: 255 } as const satisfies TextRule;

/** Letters, marks and digits of every script and what an address leaves unescaped, but no step of a path. */
const slugForm = /^(?!\.{1,2}$)[\p{L}\p{M}\p{Nd}_.~-]+$/u;

/** @throws {BusinessError} slug-unacceptable, for a new slug that does not fit into an address. */
export function checkSlug(slug: string): void {
  if (slugForm.test(slug)) return;
  const message = "The slug must consist of letters, digits, '-', '_', '.' and '~', and must not be '.' or '..'.";
  throw new BusinessError('slug-unacceptable', message, [{ field: 'slug', message }]);
}

/**
 * A slug from before the rule stays when a client sends it back unchanged.
 * @throws {BusinessError} slug-unacceptable
 */
export function checkChangedSlug(stored: { readonly slug: string }, change: { readonly slug?: string }): void {
  if (change.slug !== undefined && change.slug !== stored.slug) checkSlug(change.slug);
}

/** Room left for the number that makes a taken slug unique. */
const numberRoom = 12;

/**
 * A slug made from a title or name, short enough for a number behind it; `fallback` where nothing visible is left. Some
 * characters that heading ids keep, such as Roman numerals, are no letters or digits of a slug.
 */
export function slugFrom(text: string, fallback: string): string {
  const kept = headingId(text.trim()).replace(/[^\p{L}\p{M}\p{Nd}_-]/gu, '');
  const slug = [...kept].slice(0, slugRule.max - numberRoom).join('');
  return /[^\p{M}-]/u.test(slug) ? slug : fallback;
}
