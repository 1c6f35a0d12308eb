import type { Rule } from './support/conformance.ts';

/**
 * Examples whose output differs from the output in the specification, and the rules of this package that explain all of
 * these differences.
 */
export interface Difference<Example> {
  readonly rules: readonly Rule[];
  readonly examples: readonly Example[];
}

/** The examples of CommonMark 0.31.2 whose output differs, by number: 151 of 652 examples. */
export const commonMarkDifferences: readonly Difference<number>[] = [
  {
    rules: ['breaks'],
    examples: [
      14, 25, 28, 37, 46, 49, 70, 87, 88, 93, 104, 105, 106, 113, 138, 145, 148, 213, 216, 217, 220, 222, 223, 224, 233,
      238, 243, 247, 250, 251, 253, 254, 285, 286, 287, 288, 290, 291, 292, 293, 304, 312, 334, 367, 384, 394, 405, 423,
      432, 490, 505, 543, 552, 556, 587, 621, 648, 649,
    ],
  },
  {
    rules: ['ids'],
    examples: [
      10, 59, 62, 66, 67, 68, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 83, 84, 86, 89, 90, 91, 96, 102, 103, 115, 141,
      214, 215, 227, 300, 646, 647,
    ],
  },
  { rules: ['breaks', 'ids'], examples: [81, 82, 95, 228, 229, 230, 232] },
  { rules: ['code'], examples: [24, 34, 142, 143, 144, 146] },
  { rules: ['autolinks'], examples: [602, 608, 611, 612] },
  {
    rules: ['sanitise'],
    examples: [
      150, 152, 153, 154, 163, 164, 169, 177, 179, 180, 182, 183, 201, 308, 309, 344, 476, 477, 491, 524, 536, 613, 614,
      615, 616, 617, 625, 626, 627, 628, 629, 630, 631, 642, 643,
    ],
  },
  { rules: ['disallowed', 'sanitise'], examples: [170, 171, 172, 173, 176, 178] },
  { rules: ['breaks', 'sanitise'], examples: [187, 494] },
];

/** The examples of the extensions of GFM 0.29 whose output differs, by title. */
export const gfmDifferences: readonly Difference<string>[] = [
  { rules: ['breaks'], examples: ['Tables: the header row must match the delimiter row'] },
  { rules: ['sanitise'], examples: ['Disallowed raw HTML'] },
];
