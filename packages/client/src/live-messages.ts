import { isSessionEndedError, isTokenRefused } from './token-refresh.ts';
import { PortcullisError } from './portcullis-error.ts';
import { eventBlocks } from './server-sent-events.ts';

/** The account that caused a change, with its name at that time. Both are null if the service itself did. */
interface Cause {
  readonly id: string | null;
  readonly name: string | null;
}

/** A message of a stream. A later stream can continue after this message if it gets the `id` as `lastEventId`. */
export type LiveMessage = { readonly id: string } & (
  | { readonly type: 'access.changed'; readonly data: { readonly menuVersion: string } }
  | { readonly type: 'profile.changed' | 'session.ended' | 'reset'; readonly data: Readonly<Record<string, never>> }
  | {
      /** An event of a content, or of a resource of your own, such as `acme.project.updated`. */
      readonly type: `content.${string}` | `${string}.${string}.${string}`;
      readonly data: { readonly id: string; readonly title: string | null; readonly by: Cause };
    }
  | {
      readonly type: 'resource.changed';
      readonly data: {
        readonly event: string;
        readonly subject: { readonly type: string; readonly id: string | null; readonly name: string | null };
        readonly by: Cause;
      };
    }
);

/** How a stream of live updates ends, and where it begins. */
export interface StreamOptions {
  /** Aborting this signal ends the stream. */
  readonly signal?: AbortSignal;
  /** The id of the message after which the stream begins. Without it, the stream begins with the next message. */
  readonly lastEventId?: string;
}

/** The functions with which a stream connects to the service. */
export interface StreamConnection {
  /** Sends the request with the access token. @throws {PortcullisError} if the service refuses it */
  readonly connect: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;
  /**
   * Renews the tokens after the service has refused the access token.
   * @throws {PortcullisError} if the session has ended
   */
  readonly renew: (refusal: PortcullisError) => Promise<void>;
}

/**
 * Time in milliseconds after which a silent connection is closed. The service sends at least a heartbeat every 15
 * seconds.
 */
const silenceMs = 45_000;
const pauseMs = { first: 1000, longest: 30_000, whenLimited: 60_000 };

/** The state of a stream. A stream may use several connections one after another. */
interface Progress {
  lastId: string;
  /**
   * If the service ends a connection, the stream opens the next one after this pause, in milliseconds. The service can
   * change the pause.
   */
  retryMs: number;
  /** Number of failed attempts since the service last sent something. */
  failures: number;
  hasRenewed: boolean;
}

const never = new AbortController().signal;

/**
 * Yields the messages of the service. After an interruption, the stream continues after the last message. The generator
 * returns if there is no session, the session has ended, or `signal` is aborted.
 * @throws {PortcullisError} if the service refuses the stream for a reason other than a limit or the end of the session
 * @example
 * const stream = liveMessages({
 *   connect: (headers, signal) => fetch('/api/stream', { headers, signal }),
 *   renew: async (refusal) => {
 *     throw refusal;
 *   },
 * });
 * for await (const { type } of stream) console.log(type);
 */
export async function* liveMessages(
  connection: StreamConnection,
  { signal = never, lastEventId = '' }: StreamOptions = {},
): AsyncGenerator<LiveMessage, void, undefined> {
  const progress: Progress = { lastId: lastEventId, retryMs: pauseMs.first, failures: 0, hasRenewed: false };
  while (!signal.aborted) {
    const attempt = new AbortController();
    const abort = (): void => attempt.abort();
    signal.addEventListener('abort', abort);
    try {
      yield* messagesOf(connection, progress, attempt);
      await pause(progress.retryMs, signal);
    } catch (error) {
      const ms = signal.aborted ? undefined : await pauseAfter(error, connection, progress);
      if (ms === undefined) return;
      await pause(ms, signal);
    } finally {
      signal.removeEventListener('abort', abort);
      abort();
    }
  }
}

/** Yields the messages of one connection. */
async function* messagesOf(
  { connect }: StreamConnection,
  progress: Progress,
  attempt: AbortController,
): AsyncGenerator<LiveMessage, void, undefined> {
  const { lastId } = progress;
  const response = await connect(lastId === '' ? {} : { 'Last-Event-ID': lastId }, attempt.signal);
  for await (const { event, id, data, retry } of eventBlocks(reader(response, attempt))) {
    progress.failures = 0;
    progress.hasRenewed = false;
    progress.lastId = id ?? progress.lastId;
    progress.retryMs = retry === undefined ? progress.retryMs : Number(retry);
    if (event !== undefined && data !== undefined) yield messageOf(event, progress.lastId, data);
  }
}

/** Returns a message of the stream. Its data is not validated, because the client does not validate any response. */
function messageOf(type: string, id: string, data: string): LiveMessage {
  const message: LiveMessage = JSON.parse(`{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"data":${data}}`);
  return message;
}

/**
 * Returns a function that reads the next part of a body. If nothing arrives for `silenceMs`, the connection is closed.
 * An aborted attempt cancels the body too, because in Node the signal of a `Request` has no effect after the `Request`
 * was collected as garbage.
 */
function reader({ body }: Response, attempt: AbortController): () => Promise<string | undefined> {
  const chunks = body?.getReader();
  const decoder = new TextDecoder();
  attempt.signal.addEventListener('abort', () => void chunks?.cancel().catch(() => undefined));
  return async () => {
    const timer = setTimeout(() => attempt.abort(), silenceMs);
    try {
      const { value } = (await chunks?.read()) ?? {};
      attempt.signal.throwIfAborted();
      return value && decoder.decode(value, { stream: true });
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Returns the pause before the next attempt, in milliseconds, or undefined if there is no session or it has ended. If
 * the service has refused the access token, renews the tokens once. Throws the error if further attempts would fail
 * too.
 */
async function pauseAfter(
  error: unknown,
  { renew }: StreamConnection,
  progress: Progress,
): Promise<number | undefined> {
  if (isTokenRefused(error) && !progress.hasRenewed) {
    try {
      await renew(error);
      progress.hasRenewed = true;
      return 0;
    } catch (failure) {
      return hasNoSession(failure) ? undefined : backoff(progress);
    }
  }
  if (hasNoSession(error)) return undefined;
  if (!(error instanceof PortcullisError) || error.status >= 500) return backoff(progress);
  if (error.status === 429) return pauseMs.whenLimited * (1 + Math.random());
  throw error;
}

/** Returns true if the request had no access token, or if the session has ended. */
const hasNoSession = (error: unknown): boolean =>
  isSessionEndedError(error) || (error instanceof PortcullisError && error.code === 1001);

/**
 * Returns a random pause in milliseconds, and counts the failure. The maximum of the pause doubles with each failure,
 * up to `pauseMs.longest`. Clients that lose their connections together thus reconnect at different times.
 */
function backoff(progress: Progress): number {
  const longest = Math.min(pauseMs.first * 2 ** progress.failures, pauseMs.longest);
  progress.failures += 1;
  return Math.random() * longest;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
