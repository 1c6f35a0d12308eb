import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Size in bytes above which a value is sent without copying. */
const longBytes = 256 * 1024;

const isLong = (value: unknown): value is Buffer => Buffer.isBuffer(value) && value.length > longBytes;

/**
 * Makes a connection send long values without copying them. `pg` copies all values of a statement into one message.
 * Copying a value of 60 MB blocks the event loop for 100 ms.
 */
export function sendLongValuesUncopied({ connection }: pg.Client): void {
  const bind = connection.bind.bind(connection);
  connection.bind = (config, more) => {
    if (config?.values?.some(isLong) !== true) bind(config, more);
    else if ('encrypted' in connection.stream) writeInSlices(connection.stream, bindMessage(config));
    else for (const part of joined(bindMessage(config))) connection.stream.write(part);
  };
}

/**
 * Writes the parts of a message to a TLS stream in slices. With `_writev`, the stream would encrypt all pending chunks
 * together, which takes 70 ms for 60 MB. Without `_writev`, the stream encrypts one chunk after another. The order of
 * writes does not change.
 */
function writeInSlices(stream: Duplex, parts: Iterable<Buffer>): void {
  Object.assign(stream, { _writev: undefined });
  for (const part of joined(parts)) {
    for (let start = 0; start < part.length; start += longBytes) stream.write(part.subarray(start, start + longBytes));
  }
  stream.write('', () => Reflect.deleteProperty(stream, '_writev'));
}

/** Joins adjacent short parts, so that a message has few chunks. */
function* joined(parts: Iterable<Buffer>): Generator<Buffer> {
  let short: Buffer[] = [];
  for (const part of parts) {
    if (isLong(part)) {
      yield Buffer.concat(short);
      yield part;
      short = [];
    } else {
      short.push(part);
    }
  }
  yield Buffer.concat(short);
}

/** Returns the parts of a Bind message: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function bindMessage({ portal = '', statement = '', values = [], valueMapper }: pg.BindConfig): readonly Buffer[] {
  const mapped = values.map((value, index) => {
    const plain: Value = valueMapper === undefined ? value : valueMapper(value, index);
    return plain;
  });
  const formats = mapped.map((value) => (Buffer.isBuffer(value) ? binary : text));
  const body = [
    cstring(portal),
    cstring(statement),
    int16(mapped.length),
    ...formats.map(int16),
    int16(mapped.length),
    ...mapped.flatMap(parameter),
    int16(1),
    int16(text),
  ];
  return [Buffer.from('B'), int32(body.reduce((sum, { length }) => sum + length, int32Bytes)), ...body];
}

/** A value as converted by `pg`. */
type Value = Buffer | string | null | undefined;

const text = 0;
const binary = 1;
const int32Bytes = 4;

/**
 * Returns the length and the bytes of a value. A `Buffer` may contain a text in UTF-8. It is sent in the binary format.
 * For a column of type `text`, this format has the same bytes as the text format, and PostgreSQL validates them too.
 */
function parameter(value: Value): readonly Buffer[] {
  if (value === null || value === undefined) return [int32(-1)];
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value);
  return [int32(bytes.length), bytes];
}

const cstring = (characters: string): Buffer => Buffer.from(`${characters}\0`);

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(int32Bytes);
  bytes.writeInt32BE(value);
  return bytes;
}
