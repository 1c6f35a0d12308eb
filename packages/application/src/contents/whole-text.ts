import type { LongField } from '../ports/contents.ts';

/**
 * The text of a body, read whole. For a use case that needs all of it; responses send the pieces one by one.
 * @throws {ContentChanged} when the content was changed or removed since it was found.
 */
export async function wholeText(body: string | LongField): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces: string[] = [];
  for await (const piece of body.pieces()) pieces.push(piece);
  return pieces.join('');
}
