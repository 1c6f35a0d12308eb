import { verify } from '@node-rs/argon2';
import { benchPassword, benchPasswordHash } from './passwords.ts';

/** Verifies `AT_ONCE` passwords at a time until standard input ends, and prints a dot for each verified password. */
const hashed = await benchPasswordHash();
process.stdin.resume();

async function verifyUntilEnd(): Promise<void> {
  while (!process.stdin.readableEnded) {
    await verify(hashed, benchPassword);
    process.stdout.write('.');
  }
}

await Promise.all(Array.from({ length: Number(process.env['AT_ONCE'] ?? 1) }, verifyUntilEnd));
