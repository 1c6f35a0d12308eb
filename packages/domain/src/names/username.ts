import { BusinessError } from '../shared/errors.ts';
import { isHighlyRestrictive } from './scripts.ts';
import { caseKey, type TextRule } from './text.ts';

/** Length and characters of a user name. It must also pass `checkUsername`. */
export const usernameRule = {
  min: 3,
  max: 64,
  pattern: /^[\p{L}\p{M}\p{Nd}_.-]+$/u,
  hint: 'letters, digits, underscores, dots and hyphens',
} as const satisfies TextRule;

/** Replaces full-width letters, ligatures and other compatibility characters by the plain characters they represent. */
const plainForm = (username: string): string => username.normalize('NFKC');

/**
 * Returns a key that is equal for user names which count as the same name. Case, width, composition and compatibility
 * forms are ignored. The two lower-case forms of the Greek sigma are equal too.
 */
export const usernameKey = (username: string): string => plainForm(caseKey(plainForm(username))).replaceAll('ς', 'σ');

/**
 * Matches a mark at the beginning, an enclosing mark, or the same accent twice in a row, which looks like one accent.
 */
const misplacedMark = /^\p{M}|\p{Me}|(\p{Script=Inherited})\1/u;

/** Returns a sentence that says why a new user name is refused, or `undefined` if the name is acceptable. */
export function usernameError(username: string): string | undefined {
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
 * Checks a user name, if there is one.
 * @throws {BusinessError} username-unacceptable, if `usernameError` returns a message for it
 */
export function checkUsername(username: string | undefined): void {
  const message = username === undefined ? undefined : usernameError(username);
  if (message !== undefined)
    throw new BusinessError('username-unacceptable', message, [{ field: 'username', message }]);
}
