import { expect } from 'chai';
import type { Logger } from 'pino';
import { logTo } from '../../src/observability/log.ts';
import { expectNoLeak } from './leaks.ts';

/** The log lines of this process that are not clean, because they contain a secret or internals. */
const leaking: string[] = [];

/** Secrets that no line may contain. Lines with `err` may contain internals, because errors are logged with stacks. */
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

/** Creates a log for a service that tests start. The log checks each line for secrets, and prints nothing. */
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
  expect(leaking, 'log lines that contain a secret').to.deep.equal([]);
};
