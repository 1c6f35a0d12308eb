/** Letters and digits, except those that are easily confused, such as `l` and `1`. */
const characters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const length = 20;

/** @returns a random password with an entropy of more than 110 bits. */
export function randomPassword(): string {
  // Bytes of `limit` and above are discarded. Otherwise the modulo operation would prefer the first characters.
  const limit = 256 - (256 % characters.length);
  let password = '';
  while (password.length < length) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) password += characters.charAt(byte % characters.length);
  }
  return password;
}
