/** Letters and digits, without those that look like one another. */
const characters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const length = 20;

/** @returns a random password of more than 110 bits. */
export function randomPassword(): string {
  // Bytes from `limit` on are skipped. With them, the remainder would select the first characters more often than the others.
  const limit = 256 - (256 % characters.length);
  let password = '';
  while (password.length < length) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) password += characters.charAt(byte % characters.length);
  }
  return password;
}
