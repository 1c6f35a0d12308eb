import { expect } from 'chai';
import type { Logger } from 'pino';
import { logTo } from '../../src/observability/log.ts';
import { expectNoLeak } from './leaks.ts';

/** The log lines of the whole test run that contain a secret. */
const leaking: string[] = [];

/** Secrets that no line may contain. Internals are allowed here, because the stack of an internal error belongs in the log. */
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

/** Creates the log of a service that tests start. It checks each line and prints none. */
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
