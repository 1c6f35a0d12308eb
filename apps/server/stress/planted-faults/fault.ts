/** A fault in one line of the service, such as a plausible mistake or an omission. */
export interface Fault {
  readonly name: string;
  /** The source file. The text `from` is replaced in the compiled file, where it must occur exactly once. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The test files that must notice the fault. */
  readonly tests: readonly string[];
}

type Row = readonly [name: string, from: string, to: string, ...tests: readonly string[]];

/** Returns the faults that are planted in one file. */
export const faultsIn = (file: string, ...rows: readonly Row[]): readonly Fault[] =>
  rows.map(([name, from, to, ...tests]) => ({ name, file, from, to, tests }));

/** Returns the path of the compiled file of a fault, relative to the root of the repository. */
export const compiledFileOf = ({ file }: Fault): string => file.replace('/src/', '/dist/src/').replace(/\.ts$/, '.js');

/**
 * Returns the text of the compiled file with the fault.
 * @throws {Error} if the text `from` does not occur exactly once
 */
export function withFault(text: string, { file, from, to }: Fault): string {
  const [before = '', after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) throw new Error(`'${from}' does not occur exactly once in ${file}.`);
  return before + to + after;
}
