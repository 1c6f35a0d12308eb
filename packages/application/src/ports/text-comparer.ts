/**
 * A line of a hunk. `op` is `+` for a line that is only in the second text, and `-` for a line that is only in the
 * first text. For a line that is in both texts, `op` is a space.
 */
export interface ComparedLine {
  readonly op: ' ' | '+' | '-';
  /** The line without its line break. */
  readonly text: string;
}

/** Lines that differ, with up to three lines of context before and after them. Line numbers start at 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly ComparedLine[];
}

export interface TextComparer {
  /**
   * Compares two texts by lines, without blocking the event loop.
   * @returns undefined if the comparison would take more than 2 s or too much memory, or if too many comparisons are
   * waiting
   */
  readonly compare: (before: string, after: string) => Promise<readonly Hunk[] | undefined>;
}
