/** Thrown for a file that cannot be read as a whole, for example because of an unknown column. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
