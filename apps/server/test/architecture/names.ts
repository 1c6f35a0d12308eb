import { posix } from 'node:path';
import type { Rule } from './imports.ts';

const isFine = (name: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test|\.db\.test|\.d)?\.ts$/.test(name);

/** Files are named for what they hold, in kebab-case; the folder says the kind, so there is no `.service` or `.dto`. */
export const fileNames: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.ts') && !isFine(posix.basename(path)))
    .map(({ path }) => `${path}: is not kebab-case, or names its kind`);

const longestRecord = 40;

/** A decision has a number of its own, and fits on a page. */
export const decisionRecords: Rule = (files) => {
  const numbers = new Set<string>();
  return files
    .filter(({ path }) => path.startsWith('docs/adr/'))
    .flatMap(({ path, text }) => {
      const number = /^docs\/adr\/(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(path)?.[1];
      if (number === undefined) return [`${path}: is not named NNNN-title.md`];
      const faults = [
        ...(numbers.has(number) ? [`${path}: another record has this number`] : []),
        ...(text.trimEnd().split('\n').length > longestRecord
          ? [`${path}: is longer than ${longestRecord} lines`]
          : []),
      ];
      numbers.add(number);
      return faults;
    });
};
