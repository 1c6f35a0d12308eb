import type { RequestEntry } from '@portcullis/adapters-http';
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** JSON lines on standard output; readable ones where that is a terminal. */
export function createLog(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return process.stdout.isTTY ? pino(options, pretty({ ignore: 'requestId' })) : pino(options);
}

/** One line a request; a fault of ours leaves its stack there, and only there. */
export const logRequest =
  (log: Logger) =>
  ({ fault, ...entry }: RequestEntry): void => {
    if (fault === undefined) log.info(entry, 'request');
    else log.error({ ...entry, err: fault }, 'request failed');
  };
