import { Utf8Text } from '@portcullis/domain/internal/names/text';

/** Returns the size of a text in bytes of UTF-8. */
export function utf8BytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += 1 + Number(point >= 0x80) + Number(point >= 0x800) + Number(point >= 0x10000);
  }
  return bytes;
}

/** Encodes a text in UTF-8. */
export const utf8Of = (text: string): Utf8Text =>
  new Utf8Text(
    Uint8Array.from(encodeURIComponent(text).match(/%..|./g) ?? [], (unit) =>
      unit.length === 1 ? (unit.codePointAt(0) ?? 0) : Number.parseInt(unit.slice(1), 16),
    ),
  );

/** Decodes UTF-8. */
export const textOf = ({ bytes }: Utf8Text): string =>
  decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
