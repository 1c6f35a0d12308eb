import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const sslRequest = 80_877_103;
/** Message types after which a client waits for a response: Query, Sync, Flush, CopyDone, CopyFail. */
const endsBatch = new Set(['Q', 'S', 'H', 'c', 'f']);
const terminate = 'X';
const lengthBytes = 4;

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(1 + lengthBytes + text.length);
  message.write('Q');
  message.writeInt32BE(lengthBytes + text.length, 1);
  text.copy(message, 1 + lengthBytes);
  return message;
}

/**
 * Executes messages and returns the response. The other methods of PGlite also parse each response, which takes longer
 * than the statement, and `execProtocolRaw` keeps what it has parsed in memory until the process ends.
 */
async function responseTo(database: PGlite, request: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  // The bytes are in the memory of PGlite, which overwrites them.
  await database.execProtocolRawStream(request, { onRawData: (part) => parts.push(Buffer.from(part)) });
  return Buffer.concat(parts);
}

/**
 * Returns a function that opens streams. Through a stream, the `pg` driver connects to an embedded PGlite as if over a
 * socket. PGlite has only one session, so the requests of all streams share a queue, and each new stream resets the
 * session. Use a connection pool of size 1.
 */
export function pgliteStreams(database: PGlite): () => Duplex {
  let tail: Promise<unknown> = Promise.resolve();
  const enqueue = (task: () => Promise<void>): void => {
    tail = tail.then(task, task);
  };

  class PGliteStream extends Duplex {
    #received = Buffer.alloc(0);
    #batch: Buffer[] = [];
    #started = false;

    connect(): this {
      queueMicrotask(() => this.emit('connect'));
      return this;
    }

    setNoDelay(): this {
      return this;
    }

    setKeepAlive(): this {
      return this;
    }

    ref(): this {
      return this;
    }

    unref(): this {
      return this;
    }

    override _read(): void {
      // Nothing to do, because responses are pushed when they arrive.
    }

    override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (let message = this.#nextMessage(); message !== undefined; message = this.#nextMessage()) {
        this.#accept(message);
      }
      done();
    }

    override _final(done: () => void): void {
      this.push(null);
      done();
    }

    /**
     * Removes the next message from the received bytes and returns it, if it has arrived completely. Messages that
     * arrive before the session has started have no type byte.
     */
    #nextMessage(): Buffer | undefined {
      const typeBytes = this.#started ? 1 : 0;
      if (this.#received.length < typeBytes + lengthBytes) return undefined;
      const length = typeBytes + this.#received.readInt32BE(typeBytes);
      if (this.#received.length < length) return undefined;
      const message = this.#received.subarray(0, length);
      this.#received = this.#received.subarray(length);
      if (!this.#started) this.#started = message.readInt32BE(lengthBytes) !== sslRequest;
      return message;
    }

    #accept(message: Buffer): void {
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === '\0') {
        this.#startUp(message);
      } else if (type === terminate) {
        this.push(null);
      } else {
        this.#batch.push(message);
        if (!endsBatch.has(type)) return;
        // PGlite processes several messages per call, so Parse, Bind, Describe, Execute and Sync are sent together.
        this.#send(Buffer.concat(this.#batch));
        this.#batch = [];
      }
    }

    /**
     * Handles a message before the session starts. Such a message begins with its length instead of a type, and the
     * first byte of the length is 0. If `#nextMessage` has set `#started`, the message is a startup message: the
     * previous session is reset, and the new session starts. Otherwise the message asks for TLS, which is refused with
     * `N`.
     */
    #startUp(message: Buffer): void {
      if (!this.#started) {
        this.push('N');
        return;
      }
      enqueue(async () => {
        await responseTo(database, simpleQuery('ROLLBACK'));
        await responseTo(database, simpleQuery('DISCARD ALL'));
      });
      this.#send(message);
    }

    #send(request: Buffer): void {
      enqueue(async () => {
        if (this.destroyed) return;
        try {
          this.push(await responseTo(database, request));
        } catch (error) {
          this.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      });
    }
  }
  return () => new PGliteStream();
}
