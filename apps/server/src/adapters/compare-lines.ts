import { parentPort, workerData } from 'node:worker_threads';
import type { Hunk } from '@portcullis/application/internal/ports/system';
import { structuredPatch } from 'diff';

/** The texts that a worker thread compares. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
}

const context = 3;

const isOp = (op: string | undefined): op is ' ' | '+' | '-' => op === ' ' || op === '+' || op === '-';

const hunksOf = ({ before, after }: ComparedTexts): readonly Hunk[] =>
  structuredPatch('', '', before, after, '', '', { context }).hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    // If a text does not end in a line break, the patch contains a line that says so. This line is left out.
    lines: lines.flatMap((line) => {
      const op = line[0];
      return isOp(op) ? [{ op, text: line.slice(1) }] : [];
    }),
  }));

const texts: ComparedTexts = workerData;
parentPort?.postMessage(hunksOf(texts));
