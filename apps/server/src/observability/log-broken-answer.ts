import { ReaderStalled } from '@portcullis/adapters-http';
import { ContentChanged } from '@portcullis/application';
import type { Logger } from 'pino';

/** How the stream of a large answer ends when its reader closes the connection: no fault. */
const readerGone: ReadonlySet<string | undefined> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

interface Answered {
  readonly method: string;
  readonly response: { readonly get: (header: string) => string };
  readonly _matchedRoute?: unknown;
}

/** One line for an answer that broke off after it had begun, beside the line of its request. */
export const logBrokenAnswer =
  (log: Logger) =>
  (error: NodeJS.ErrnoException, { method, response, _matchedRoute: route }: Answered): void => {
    if (readerGone.has(error.code)) return;
    const entry = { requestId: response.get('X-Request-Id'), method, route };
    if (error instanceof ReaderStalled) log.info(entry, 'answer cut off: its reader took nothing of it');
    else if (error instanceof ContentChanged) log.info(entry, 'answer cut off: the content was changed meanwhile');
    else log.error({ ...entry, err: error }, 'An answer could not be sent.');
  };
