/** The number of bytes of a password that bcrypt reads. */
const readBytes = 72;

/** Whether a hash is one of bcrypt to which the password was given without a digest before. */
export const isPlainBcrypt = (hash: string): boolean => /^(?:bcrypt\$)?\$2[aby]\$/.test(hash);

/** Whether a hash was verified without reading the whole password, so that a new hash of it could be one of another password. */
export const ignoresEnd = (hash: string, password: string): boolean =>
  isPlainBcrypt(hash) && Buffer.byteLength(password) > readBytes;
