import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { ChangedFile } from './plan.ts';

/** Returns the unified diff of a file. `patch -p1` applies it. */
export const diffOf = ({ file, before, after }: ChangedFile): string =>
  createTwoFilesPatch(
    before === undefined ? '/dev/null' : `a/${file}`,
    after === undefined ? '/dev/null' : `b/${file}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  );
