/** One line of the service made wrong: what someone could take for an improvement, or forget. */
export interface Fault {
  readonly name: string;
  /** The source it is in; the text is replaced in what is built of it, where it must occur exactly once. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Tests that should notice, by name; the whole suite is run where none of them does. */
  readonly tests: readonly string[];
}

type Row = readonly [name: string, from: string, to: string, ...tests: readonly string[]];

/** The faults planted in one file. */
export const faultsIn = (file: string, ...rows: readonly Row[]): readonly Fault[] =>
  rows.map(([name, from, to, ...tests]) => ({ name, file, from, to, tests }));
