import { text } from 'node:stream/consumers';
import { randomPassword } from '../adapters/secrets.ts';
import { readConfig } from '../config/config.ts';
import type { Terminal } from './terminal.ts';

/** A password is never an argument, because every user of the machine can see the arguments of a process. */
export interface PasswordOptions {
  /** Whether to read the password from standard input. */
  readonly passwordStdin?: boolean;
}

export interface ChosenPassword {
  readonly password: string;
  /** The text to print: the generated password, or a note that the password was read from standard input. */
  readonly note: string;
}

export async function choosePassword(
  { env, stdin }: Terminal,
  { passwordStdin = false }: PasswordOptions,
): Promise<ChosenPassword> {
  // A line break at the end is not part of the password: `echo` and most editors add one.
  if (passwordStdin)
    return { password: (await text(stdin)).replace(/\r?\n$/, ''), note: 'as read from standard input' };
  const password = randomPassword(readConfig(env, { serves: false }).passwordMinLength);
  return { password, note: `${password}   (shown only this once)` };
}
