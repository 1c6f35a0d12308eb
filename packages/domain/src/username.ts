import { BusinessError } from './errors.ts';
import { isHighlyRestrictive } from './scripts.ts';
import { caseKey, type TextRule } from './text.ts';

/** Length and characters of a user name. A new name must also pass `checkUsername`. */
export const usernameRule = {
  min: 3,
  max: 64,
  pattern: /^[\p{L}\p{M}\p{Nd}_.-]+$/u,
  hint: 'letters, digits, underscores, dots and hyphens',
} as const satisfies TextRule;

/** Full-width letters, ligatures and other compatibility characters become the plain characters that they stand for. */
const plainForm = (username: string): string => username.normalize('NFKC');

/**
 * Two user names with the same key are the same name: neither case, width, composition nor compatibility forms count.
 * The Greek capital sigma has two small letters, which are one here.
 */
export const usernameKey = (username: string): string => plainForm(caseKey(plainForm(username))).replaceAll('ς', 'σ');

/** A mark without a letter before it, an enclosing mark, or one accent twice, which looks like once. */
const misplacedMark = /^\p{M}|\p{Me}|(\p{Script=Inherited})\1/u;

/** @returns what is wrong with a new user name, as a sentence; undefined for a good one. */
export function usernameFault(username: string): string | undefined {
  const plain = plainForm(username);
  if (/\p{Default_Ignorable_Code_Point}/u.test(username)) {
    return 'The user name must not contain invisible characters.';
  }
  if (!usernameRule.pattern.test(plain)) return `The user name must consist of ${usernameRule.hint}.`;
  if (misplacedMark.test(plain.normalize('NFD'))) {
    return 'Each accent or other mark in the user name must follow a letter, and must not be repeated.';
  }
  return isHighlyRestrictive(plain)
    ? undefined
    : 'The user name must be written in one script, or in Latin together with Chinese, Japanese or Korean.';
}

/**
 * A name from before the rule stays when a client sends it back unchanged.
 * @throws {BusinessError} username-unacceptable
 */
export function checkChangedUsername(
  stored: { readonly username: string },
  change: { readonly username?: string },
): void {
  if (change.username !== undefined && change.username !== stored.username) checkUsername(change.username);
}

/** @throws {BusinessError} username-unacceptable, for a new user name that can be mistaken for another one. */
export function checkUsername(username: string): void {
  const message = usernameFault(username);
  if (message !== undefined)
    throw new BusinessError('username-unacceptable', message, [{ field: 'username', message }]);
}
