/** Decodes JSON off the event loop, as `decodeJson` does on it. */
export interface JsonDecoder {
  /** Takes the bytes away. Throws what `decodeJson` throws. */
  readonly decode: (bytes: Buffer) => Promise<unknown>;
  /** To be called last. */
  readonly close: () => Promise<void>;
}

/** An idle thread is let go, and with it the memory it grew to. */
const idleMs = 60_000;
/** Niceness of the thread, so that the main thread runs first when cores are scarce. */
const niceness = 5;

/** One thread for all, started when the first bytes come: most services never see any. */
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
  // A thread that dies between two bodies is no one's error: the next body gets another.
  threads.on('error', () => undefined);
  return { move, threads };
}
