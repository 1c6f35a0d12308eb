import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const sslRequest = 80_877_103;
/** Message types after which a client waits for an answer: Query, Sync, Flush, CopyDone, CopyFail. */
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
 * Lets the ordinary `pg` driver speak to an embedded PGlite as if over a socket: each stream is one connection.
 * PGlite has one session, so streams take turns, and a new one first wipes what the last left behind. Use a pool of one.
 */
export function pgliteStreams(database: PGlite): () => Duplex {
  let tail: Promise<unknown> = Promise.resolve();
  const enqueue = (turn: () => Promise<void>): void => {
    tail = tail.then(turn, turn);
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
      // Answers are pushed as they come.
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

    /** The first message of a connection has no type byte. */
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
        this.#greet(message);
      } else if (type === terminate) {
        this.push(null);
      } else {
        this.#batch.push(message);
        if (!endsBatch.has(type)) return;
        // PGlite answers a whole batch at once: Parse, Bind, Describe, Execute and Sync must go in one call.
        this.#send(Buffer.concat(this.#batch));
        this.#batch = [];
      }
    }

    /** Start-up messages begin with their length, whose first byte is 0. */
    #greet(message: Buffer): void {
      if (!this.#started) {
        this.push('N');
        return;
      }
      enqueue(async () => {
        await database.execProtocolRaw(simpleQuery('ROLLBACK'));
        await database.execProtocolRaw(simpleQuery('DISCARD ALL'));
      });
      this.#send(message);
    }

    #send(request: Buffer): void {
      enqueue(async () => {
        if (this.destroyed) return;
        try {
          this.push(Buffer.from(await database.execProtocolRaw(request)));
        } catch (error) {
          this.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      });
    }
  }
  return () => new PGliteStream();
}
