/** Limits of a text field. They are data: the code that validates requests enforces them. */
export interface TextRule {
  /** Minimum number of characters (code points). */
  readonly min: number;
  /** Maximum number of characters (code points). */
  readonly max: number;
  readonly pattern?: RegExp;
  /** Describes the pattern in error messages, after the words 'must consist of'. */
  readonly hint?: string;
  /** Describes a pattern that is not about characters, after the word 'must'; replaces `hint`. */
  readonly requirement?: string;
}

/**
 * A long text as bytes of UTF-8. Converting megabytes to one string would block all other requests of the process, so a text
 * of this form is stored and sent in pieces.
 */
export class Utf8Text {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * Returns a key that is equal for names which differ only in case or Unicode composition, and therefore count as the
 * same name. Text is normalised after it is lower-cased because some letters have a composed form in lower case only.
 */
export function caseKey(text: string): string {
  return text.toLowerCase().normalize('NFC');
}
