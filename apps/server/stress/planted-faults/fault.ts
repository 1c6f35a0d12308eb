/** A fault in one line of the service, such as a plausible mistake or an omission. */
export interface Fault {
  readonly name: string;
  /** The source file. The text `from` is replaced in the compiled file, where it must occur exactly once. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The test files that should notice the fault. If all of them pass, the complete suite is run. */
  readonly tests: readonly string[];
}

type Row = readonly [name: string, from: string, to: string, ...tests: readonly string[]];

/** Returns the faults that are planted in one file. */
export const faultsIn = (file: string, ...rows: readonly Row[]): readonly Fault[] =>
  rows.map(([name, from, to, ...tests]) => ({ name, file, from, to, tests }));
