import type { RecoveryCodes, TotpCodes, QrCodes } from '@portcullis/application/internal/ports/factors';
import { HOTP, Secret } from 'otpauth';

const [secretBytes, digits] = [20, 6];

/** Returns the code of a time step. It is the HOTP value (RFC 4226) with the step as the counter. */
export const totpCodeOf = (secret: string, step: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), digits, counter: step });

export const totpCodes: TotpCodes = {
  createSecret: () => new Secret({ size: secretBytes }).base32,
  matches: (secret, step, code) =>
    // otpauth throws an error for texts of other characters, because it compares their bytes.
    /^\d{6}$/.test(code) &&
    HOTP.validate({ token: code, secret: Secret.fromBase32(secret), digits, counter: step, window: 0 }) !== null,
};

/** Number of random bytes of a recovery code. It is large enough that a plain hash of a code cannot be reversed. */
const recoveryBytes = 15;

/** Creates codes of 120 random bits, in groups of characters that are easy to read. */
export const recoveryCodes: RecoveryCodes = {
  create: () => new Secret({ size: recoveryBytes }).base32.match(/.{6}/g)?.join('-') ?? '',
};

/** Draws QR codes. The library is loaded when the first code is drawn, because most processes draw none. */
export const qrCodes: QrCodes = {
  svgOf: async (text) => (await import('uqr')).renderSVG(text),
};
