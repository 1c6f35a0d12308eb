import { verify } from '@node-rs/argon2';
import { benchPassword, benchPasswordHash } from './passwords.ts';

/**
 * Verifies passwords until standard input ends, and prints a dot for each verified password. The environment variable
 * AT_ONCE contains the number of simultaneous verifications.
 */
const hashed = await benchPasswordHash();
process.stdin.resume();

async function verifyUntilEnd(): Promise<void> {
  while (!process.stdin.readableEnded) {
    await verify(hashed, benchPassword);
    process.stdout.write('.');
  }
}

await Promise.all(Array.from({ length: Number(process.env['AT_ONCE'] ?? 1) }, verifyUntilEnd));
