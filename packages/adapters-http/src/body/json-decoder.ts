/** Decodes JSON in a thread, with the same results and errors as `decodeJson`. */
export interface JsonDecoder {
  /**
   * Decodes the bytes, which are transferred to the thread. The caller cannot use them afterwards.
   * @throws {SyntaxError}
   */
  readonly decode: (bytes: Buffer) => Promise<unknown>;
  /** Stops the thread. */
  readonly close: () => Promise<void>;
}

/** Time in milliseconds after which an idle thread is stopped to free its memory. */
const idleMs = 60_000;
/** Niceness of the thread. The main thread has a higher priority when there are too few CPU cores. */
const niceness = 5;

/** Creates a decoder with one thread for all requests. The thread starts with the first large body. */
export function jsonDecoder(): JsonDecoder {
  let opened: ReturnType<typeof open> | undefined;
  return {
    decode: async (bytes) => {
      opened ??= open();
      const { threads, move } = await opened;
      return threads.run(move(bytes));
    },
    close: async () => (await opened)?.threads.destroy(),
  };
}

async function open() {
  const { move, Piscina } = await import('piscina');
  const filename = new URL('./decode-json.js', import.meta.url).href;
  const threads = new Piscina<unknown, unknown>({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    niceIncrement: niceness,
  });
  // If the thread fails while it is idle, no request fails, and the next large body starts a new thread.
  threads.on('error', () => undefined);
  return { move, threads };
}
