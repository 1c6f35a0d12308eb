import type { Fingerprints } from '@portcullis/application';

const encoder = new TextEncoder();

/** Hashes of texts. Web Crypto computes them in another thread, so a long text does not block other requests. */
export const fingerprints: Fingerprints = {
  of: async (text) => {
    const bytes = typeof text === 'string' ? encoder.encode(text) : Uint8Array.from(text.bytes);
    const hash = await crypto.subtle.digest('SHA-256', bytes);
    return { sha256: Buffer.from(hash).toString('hex'), length: bytes.length };
  },
};
