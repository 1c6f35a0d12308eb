/** A line for whoever runs the command. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
