import type { Terminal } from './terminal.ts';

/** Returns the action of a command. The code of the command is loaded when the command runs. */
export const lazily =
  <Input extends readonly unknown[]>(
    terminal: Terminal,
    load: () => Promise<(terminal: Terminal, ...input: Input) => Promise<void>>,
  ) =>
  async (...input: Input): Promise<void> =>
    (await load())(terminal, ...input);
