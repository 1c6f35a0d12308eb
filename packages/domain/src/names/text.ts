/** Limits of a text field. The code that validates requests enforces these limits. */
export interface TextRule {
  /** Minimum number of characters (code points). */
  readonly min: number;
  /** Maximum number of characters (code points). */
  readonly max: number;
  readonly pattern?: RegExp;
  /** Describes the pattern in error messages, after the words 'must consist of'. */
  readonly hint?: string;
  /**
   * Describes the pattern in error messages, after the word 'must'. Replaces `hint` if the pattern is not a list of
   * allowed characters.
   */
  readonly requirement?: string;
}

/** Whether PostgreSQL can store a text. It cannot store NUL or lone surrogates. */
export const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/**
 * For a class of a regular expression: control characters, separators of lines, and marks that change the direction of
 * writing. They would let a name look like several lines or like another name, in a mail, a log or a list.
 */
export const notInLines = String.raw`\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;

/** The form of a text of one line. */
export const oneLineForm = new RegExp(`^[^${notInLines}]*$`, 'u');

/** The form of a description, which can also contain line breaks. */
export const multiLineForm = new RegExp(String.raw`^(?:[\r\n]|[^${notInLines}])*$`, 'u');

/** Whether a text can be a name, a title or another text of one line. */
export const isOneLine = (value: unknown): value is string => isStorable(value) && oneLineForm.test(value);

/** Whether a text can be a description of one or several lines. */
export const isMultiLine = (value: unknown): value is string => isStorable(value) && multiLineForm.test(value);

/**
 * Returns a text of one line as it is stored and compared: in NFC, without white space at its ends.
 * @example
 * console.log(trimmedNfc(' Cafe\u0301 ')); // 'Café', with four characters
 */
export const trimmedNfc = (text: string): string => text.normalize('NFC').trim();

/**
 * A long text as bytes of UTF-8. Converting several megabytes to one string would block all other requests of the
 * process, so a `Utf8Text` is stored and sent in pieces.
 */
export class Utf8Text {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * Returns a key that is equal for names which differ only in case or Unicode composition. Names with equal keys count
 * as the same name. The text is first lower-cased and then normalised, because some letters have a composed form in
 * lower case only.
 * @example
 * console.log(caseKey('Häufig') === caseKey('HÄUFIG')); // true
 */
export function caseKey(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** Returns the number of bytes of a well-formed text in UTF-8. */
export const utf8Length = (text: string): number => encodeURIComponent(text).replaceAll(/%../g, '.').length;
