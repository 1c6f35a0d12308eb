/** What a text must be like. Limits are data: whoever reads input enforces them. */
export interface TextRule {
  /** Smallest number of characters (code points). */
  readonly min: number;
  /** Largest number of characters. */
  readonly max: number;
  readonly pattern?: RegExp;
  /** The pattern in words, to follow 'must consist of'. */
  readonly hint?: string;
}

/**
 * A text of megabytes, as its bytes in UTF-8. No step may make one string of them: that would delay all other requests of the
 * process.
 */
export class Utf8Text {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * The form in which two spellings of a unique name are the same name: case and composition do not count. Composed last,
 * since a letter may exist composed only when small.
 */
export function caseKey(text: string): string {
  return text.toLowerCase().normalize('NFC');
}
