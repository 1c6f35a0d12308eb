import { text } from 'node:stream/consumers';
import { randomPassword } from '../adapters/secrets.ts';

/** Where a command takes a password from; never from its arguments, which everybody on the machine can read. */
export interface PasswordOptions {
  /** Whether to read it from standard input. */
  readonly passwordStdin?: boolean;
}

export interface ChosenPassword {
  readonly password: string;
  /** What to say of it: itself, where it was made here. */
  readonly note: string;
}

export async function choosePassword({ passwordStdin = false }: PasswordOptions): Promise<ChosenPassword> {
  // The end of the line belongs to the file it came from, not to the password.
  if (passwordStdin) return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), note: 'as given' };
  const password = randomPassword();
  return { password, note: `${password}   (shown only this once)` };
}
