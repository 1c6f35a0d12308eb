import type { LongField } from '../ports/contents.ts';

/**
 * Reads the complete text of a body into memory. Responses do not need this function, because they stream a long body
 * in pieces.
 * @throws {ContentChanged} if the content was changed or removed while its text was being read
 */
export async function readWholeText(body: string | LongField): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces: string[] = [];
  for await (const piece of body.pieces()) pieces.push(piece);
  return pieces.join('');
}
