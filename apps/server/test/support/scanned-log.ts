import { expect } from 'chai';
import type { Logger } from 'pino';
import { logTo } from '../../src/observability/log.ts';
import { expectNoLeak } from './leaks.ts';

/** Lines of the whole test run that tell what they must not. */
const leaking: string[] = [];

/** What no line may hold; the stack of a fault of ours, which belongs in the log, may hold the rest. */
const secrets = /\$argon2|eyJ[\w-]+\.eyJ|Bearer /;

const isClean = (line: string): boolean => {
  if (line.includes('"err":')) return !secrets.test(line);
  try {
    expectNoLeak('/log', line);
    return !secrets.test(line);
  } catch {
    return false;
  }
};

/** The log of every service that tests start: each line is looked at, and none is printed. */
export const scannedLog = (): Logger =>
  logTo(
    {
      write: (line: string) => {
        if (!isClean(line)) leaking.push(line);
      },
    },
    'info',
  );

export const expectCleanLog = (): void => {
  expect(leaking, 'log lines that tell a secret').to.deep.equal([]);
};
