/** Returns the size of a text in bytes of UTF-8. */
export function utf8BytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += 1 + [0x80, 0x800, 0x10000].filter((first) => point >= first).length;
  }
  return bytes;
}
