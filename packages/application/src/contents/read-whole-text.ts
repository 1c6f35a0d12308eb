import type { LongField } from '../ports/contents.ts';

/**
 * Reads the whole text of a body into memory. Responses stream the pieces instead.
 * @throws {ContentChanged} when the content was changed or removed since it was found
 */
export async function readWholeText(body: string | LongField): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces: string[] = [];
  for await (const piece of body.pieces()) pieces.push(piece);
  return pieces.join('');
}
