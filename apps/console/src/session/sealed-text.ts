const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

const ivLength = 12;

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Returns a random text of at least this number of random bytes. */
export const randomText = (bytes: number): string => base64Of(crypto.getRandomValues(new Uint8Array(bytes)));

/** Returns a new key for `seal`. */
export const newKey = (): string => randomText(32);

/** Encrypts a text. `crypto.subtle` exists only on pages with https and on pages of the local machine. */
export async function seal(text: string, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const data = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(key), data);
  return base64Of(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

/** Decrypts a result of `seal`. @throws {DOMException} if the text was sealed with another key */
export async function unseal(sealed: string, key: string): Promise<string> {
  const bytes = bytesOf(sealed);
  const iv = bytes.subarray(0, ivLength);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await importKey(key), bytes.subarray(ivLength));
  return new TextDecoder().decode(text);
}
