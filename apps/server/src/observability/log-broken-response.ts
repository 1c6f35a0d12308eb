import { ClientStalled } from '@portcullis/adapters-http/internal/responses/response-stream';
import { ContentChanged } from '@portcullis/application/internal/ports/contents';
import type { Logger } from 'pino';

/** Errors of a response stream whose client has closed the connection. They are not logged. */
const clientClosed: ReadonlySet<string | undefined> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

interface Answered {
  readonly method: string;
  readonly response: { readonly get: (header: string) => string };
  readonly _matchedRoute?: unknown;
}

/** Logs a response that failed after its headers were sent. The request has its own line in the log. */
export const logBrokenResponse =
  (log: Logger) =>
  (error: NodeJS.ErrnoException, { method, response, _matchedRoute: route }: Answered): void => {
    if (clientClosed.has(error.code)) return;
    const entry = { requestId: response.get('X-Request-Id'), method, route };
    if (error instanceof ClientStalled) log.info(entry, 'response aborted: the client stopped reading it');
    else if (error instanceof ContentChanged)
      log.info(entry, 'response aborted: the content was changed while it was sent');
    else log.error({ ...entry, err: error }, 'response failed while it was sent');
  };
