import type { RequestEntry } from '@portcullis/adapters-http';
import { pino, type Logger } from 'pino';

/** JSON lines on standard output; readable ones where that is a terminal. */
export async function createLog(level: string): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ ignore: 'requestId' }));
}

/** One line a request; a fault of ours leaves its stack there, and only there. */
export const logRequest =
  (log: Logger) =>
  ({ fault, ...entry }: RequestEntry): void => {
    if (fault === undefined) log.info(entry, 'request');
    else log.error({ ...entry, err: fault }, 'request failed');
  };
