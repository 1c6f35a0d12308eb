import type { Api } from './api.ts';

/** A message of the event stream. */
interface Heard {
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

export interface TestStream {
  readonly response: Response;
  /** Returns the next message; undefined at the end of the stream. */
  readonly next: () => Promise<Heard | undefined>;
  /** Returns the last event id, which a browser would send to resume the stream. */
  readonly lastId: () => string;
  readonly close: () => Promise<void>;
}

interface Options {
  /** The query string of the request, which begins with a question mark. */
  readonly query?: string;
  readonly lastEventId?: string;
}

/** Opens a stream and resolves when its first bytes have arrived, so that no later event is missed. */
export async function aStream({ url, token }: Api, { query = '', lastEventId }: Options = {}): Promise<TestStream> {
  const aborting = new AbortController();
  const response = await fetch(`${url}/api/me/stream${query}`, {
    signal: aborting.signal,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
  });
  const messages = parsed(response);
  // The first block has no message, only the event id at which the stream begins.
  if (response.ok) await messages.next();
  return {
    response,
    next: async () => {
      for (;;) {
        const { value, done } = await messages.next();
        if (done === true) return undefined;
        if (value.type !== '') return value;
      }
    },
    lastId: () => messages.lastId(),
    close: async () => aborting.abort(),
  };
}

function parsed(response: Response) {
  let id = '';
  async function* blocks(): AsyncGenerator<Heard> {
    let rest = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const whole = (rest + text).split('\n\n');
      rest = whole.pop() ?? '';
      for (const block of whole) {
        const fields = new Map(
          block.split('\n').map((line): [string, string] => {
            const colon = line.indexOf(': ');
            return [line.slice(0, colon), line.slice(colon + 2)];
          }),
        );
        id = fields.get('id') ?? id;
        yield { type: fields.get('event') ?? '', id, data: JSON.parse(fields.get('data') ?? 'null') };
      }
    }
  }
  return Object.assign(blocks(), { lastId: () => id });
}
