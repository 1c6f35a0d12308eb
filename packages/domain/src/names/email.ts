import { asciiLabels } from './domain-name.ts';
import { BusinessError } from '../shared/errors.ts';
import { decodePunycode } from './punycode.ts';
import { isHighlyRestrictive } from './scripts.ts';
import { caseKey, utf8Length, type TextRule } from './text.ts';
import { usernameKey } from './username.ts';

/** Length and characters of an e-mail address. It must also pass `checkEmail`. */
export const emailRule = {
  min: 3,
  max: 254,
  pattern: /^[^\p{Cc}<>]+$/u,
  requirement: 'not contain control characters, < or >',
} as const satisfies TextRule;

const partsOf = (email: string): readonly [localPart: string, domain: string] => {
  const at = email.lastIndexOf('@');
  return [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
};

/**
 * Returns a key that is equal for e-mail addresses which count as the same address. In the part before the @, case and
 * compatibility forms are ignored. The letter ı (i without a dot) equals i, because both have the same upper case. An i
 * with an additional dot looks like i and equals it too. Domains are compared as the domain name system compares them.
 */
export function emailKey(email: string): string {
  const [localPart, domain] = partsOf(email);
  // Marks are separated from their letters, because some letters with a mark become two letters in upper case.
  const upper = usernameKey(localPart).normalize('NFD').toUpperCase();
  const folded = usernameKey(upper)
    .replaceAll(/i\u0307+/g, 'i')
    .normalize('NFC');
  return `${folded}@${asciiLabels(domain)?.join('.') ?? caseKey(domain)}`;
}

/** Matches control, format and unassigned characters, spaces, and all other characters that have no visible form. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Matches words that are separated by dots, or a text in quotation marks (RFC 5321 and 6531). */
const localPartPattern = /^(?:[^()<>[\]:;@\\,."]+(?:\.[^()<>[\]:;@\\,."]+)*|"[^"\\<>]+")$/u;
const maxLocalPart = 64;

/** Returns a sentence that says why an e-mail address is refused, or `undefined` if the address is acceptable. */
export function emailError(email: string): string | undefined {
  if (invisible.test(email)) return 'The e-mail address must not contain spaces or invisible characters.';
  const [localPart, domain] = partsOf(email);
  if (!localPartPattern.test(localPart) || utf8Length(localPart) > maxLocalPart) {
    return 'The part of the e-mail address before the @ is not valid.';
  }
  const labels = asciiLabels(domain)?.map(decodedLabel);
  if (labels === undefined || labels.includes(undefined)) return 'The domain of the e-mail address is not valid.';
  if (!labels.every((label = '') => labelCharacters.test(label))) {
    return 'The domain of the e-mail address must consist of letters, digits, hyphens and dots.';
  }
  return labels.every((label = '') => isHighlyRestrictive(label))
    ? undefined
    : 'Each part of the domain must be written in one script, or in Latin together with Chinese, Japanese or Korean.';
}

/**
 * Matches the characters that IDNA 2008 (RFC 5892) allows in a label: letters, marks, digits, the hyphen, and five signs
 * between letters of certain scripts. URLs allow further signs, some of which look like a hyphen or a letter.
 */
const labelCharacters = /^[\p{L}\p{M}\p{Nd}\u00b7\u0375\u05f3\u05f4\u30fb-]+$/u;

const decodedLabel = (label: string): string | undefined =>
  label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label;

/**
 * Checks an e-mail address, if there is one.
 * @throws {BusinessError} email-unacceptable, if `emailError` returns a message for it
 */
export function checkEmail(email: string | undefined): void {
  const message = email === undefined ? undefined : emailError(email);
  if (message !== undefined) throw new BusinessError('email-unacceptable', message, [{ field: 'email', message }]);
}
