import { ContentChanged, shortBytes, type LongField } from '@portcullis/application/internal/ports/contents';
import { utf8BytesOf } from './utf8.ts';

/** Length of a piece in UTF-16 code units. It is small, so that a long field of a test has several pieces. */
const pieceLength = 10_000;

/**
 * Returns a `LongField` for each long text. A text is long if it has more than `shortBytes / 4` bytes and all texts
 * together have more than `shortBytes` bytes.
 * @param texts the bodies, and the table of contents as JSON
 * @param isCurrent returns false if the content has changed or was removed since it was read
 */
export function longFieldsOf<Name extends string>(
  texts: Readonly<Record<Name, string | null>>,
  isCurrent: () => boolean,
): Partial<Record<Name, LongField>> {
  const entries = Object.entries<string | null>(texts);
  const isLarge = entries.reduce((sum, [, text]) => sum + utf8BytesOf(text ?? ''), 0) > shortBytes;
  const long = entries.filter(([, text]) => isLarge && utf8BytesOf(text ?? '') > shortBytes / 4);
  const fields: Partial<Record<string, LongField>> = Object.fromEntries(
    long.map(([name, text]) => [name, longField(name === 'toc' ? 'json' : 'text', text ?? '', isCurrent)]),
  );
  return fields;
}

const longField = (format: LongField['format'], text: string, isCurrent: () => boolean): LongField => ({
  format,
  bytes: utf8BytesOf(text),
  pieces: async function* pieces() {
    for (let start = 0; start < text.length; ) {
      if (!isCurrent()) throw new ContentChanged('The content was changed.');
      // The last code unit is left out if it is the first half of a surrogate pair.
      const piece = text.slice(start, start + pieceLength);
      const wellFormed = piece.isWellFormed() ? piece : piece.slice(0, -1);
      yield wellFormed;
      start += wellFormed.length;
    }
  },
});
