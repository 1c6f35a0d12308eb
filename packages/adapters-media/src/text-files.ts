import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Whether the bytes of a file are UTF-8 without NUL. */
export async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path);
  try {
    for await (const chunk of chunks) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const beginningBytes = 16 * 1024;

/** Returns the first characters of a text, without a byte order mark and without white space at the beginning. */
export async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    return buffer.toString('utf8', 0, bytesRead).trimStart();
  } finally {
    await file.close();
  }
}
