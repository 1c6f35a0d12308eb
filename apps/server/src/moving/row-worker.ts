import { startStopwatch } from '@portcullis/adapters-markdown/internal/cpu-time';
import * as frontMatter from './front-matter.ts';
import type { Task } from './row-threads.ts';
import * as work from './row-work.ts';

/** Measures the CPU time of a job, which the thread that started it limits. */
const measured =
  <Input extends readonly unknown[], Result>(job: (...input: Input) => Result) =>
  ({ input, meter }: Task<Input>): Result => {
    startStopwatch(meter);
    return job(...input);
  };

export const partsOfFile = measured(frontMatter.partsOfFile);
export const convertText = measured(work.convertText);
export const cleanHtml = measured(work.cleanHtml);
