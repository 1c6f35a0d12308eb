import { text } from 'node:stream/consumers';
import { randomPassword } from '../adapters/secrets.ts';

/** A command never takes a password from its arguments, because every user of the machine can list those. */
export interface PasswordOptions {
  /** Whether to read it from standard input. */
  readonly passwordStdin?: boolean;
}

export interface ChosenPassword {
  readonly password: string;
  /** The text to print: the password if it was generated, otherwise that it was given. */
  readonly note: string;
}

export async function choosePassword({ passwordStdin = false }: PasswordOptions): Promise<ChosenPassword> {
  // A final line break belongs to the file, not to the password.
  if (passwordStdin)
    return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), note: 'as read from standard input' };
  const password = randomPassword();
  return { password, note: `${password}   (shown only this once)` };
}
