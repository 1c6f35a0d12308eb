/** A line of a hunk. `op` says whether the line is in both texts (` `), only in the second (`+`) or only in the first (`-`). */
export interface ComparedLine {
  readonly op: ' ' | '+' | '-';
  /** The line without its line break. */
  readonly text: string;
}

/** Lines that differ, with up to three lines around them. The first line of a text has the number 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly ComparedLine[];
}

export interface TextComparer {
  /**
   * Compares two texts by lines, not on the event loop.
   * @returns undefined if this would take more than 2 s or too much memory, or if too many comparisons wait
   */
  readonly compare: (before: string, after: string) => Promise<readonly Hunk[] | undefined>;
}
