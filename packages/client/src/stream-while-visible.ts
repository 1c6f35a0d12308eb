import type { LiveMessage, StreamOptions } from './live-messages.ts';

/** What the stream needs of the `document` of a page. */
export interface VisiblePage {
  readonly hidden: boolean;
  readonly addEventListener: (type: 'visibilitychange', listener: () => void) => void;
  readonly removeEventListener: (type: 'visibilitychange', listener: () => void) => void;
}

/** What `streamWhileVisible` opens, and what it calls. */
export interface VisibleStreamOptions {
  /** The `document` of the page. */
  readonly page: VisiblePage;
  /** A function that opens the stream, such as `client.stream`. */
  readonly open: (options: StreamOptions) => AsyncIterable<LiveMessage>;
  readonly onMessage: (message: LiveMessage) => void;
  /**
   * Called when the stream ends because the session has ended or the service refuses streams. Not called when the
   * caller stops the stream.
   */
  readonly onEnd?: () => void;
}

/** A position before all messages. A stream from this position begins with the recent messages, or with `reset`. */
const beginning = '0';

/**
 * Keeps a stream open only while a page is visible, because browsers open only six HTTP/1.1 connections to a host for
 * all tabs. When the page is shown again, the stream begins with the messages that were sent while the page was hidden,
 * or with `reset` if the service no longer has all of them.
 * @returns a function that ends the stream
 * @example
 * const portcullis = createClient();
 * const stop = streamWhileVisible({
 *   page: document,
 *   open: portcullis.stream,
 *   onMessage: ({ type }) => {
 *     if (type === 'access.changed') void portcullis.loadOperations();
 *   },
 * });
 */
export function streamWhileVisible({ page, open, onMessage, onEnd }: VisibleStreamOptions): () => void {
  let lastEventId: string | undefined;
  let current: AbortController | undefined;

  const listen = async (options: StreamOptions): Promise<void> => {
    for await (const message of open(options)) {
      lastEventId = message.id;
      onMessage(message);
    }
  };
  const begin = async (): Promise<void> => {
    current = new AbortController();
    const { signal } = current;
    const options = lastEventId === undefined ? { signal } : { signal, lastEventId };
    lastEventId ??= beginning;
    await listen(options).catch(() => undefined);
    if (signal.aborted) return;
    stop();
    onEnd?.();
  };
  const end = (): void => {
    current?.abort();
    current = undefined;
  };
  const update = (): void => {
    if (page.hidden) end();
    else if (current === undefined) void begin();
  };
  const stop = (): void => {
    page.removeEventListener('visibilitychange', update);
    end();
  };

  page.addEventListener('visibilitychange', update);
  update();
  return stop;
}
