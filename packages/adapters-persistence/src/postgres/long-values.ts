import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Shorter values are left to `pg`; in bytes. */
const longBytes = 256 * 1024;

const isLong = (value: unknown): value is Buffer => Buffer.isBuffer(value) && value.length > longBytes;

/**
 * Makes a connection send long values as they are. `pg` copies all values of a statement into one message, and a value of 60 MB
 * then holds the event loop for 100 ms.
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
 * Writes slice by slice to a stream that encrypts. Such a stream takes all that waits to be written in one `_writev`, and would
 * encrypt 60 MB in one step of 70 ms; without `_writev` it takes one chunk after another. What is written later stays behind.
 */
function writeInSlices(stream: Duplex, parts: Iterable<Buffer>): void {
  Object.assign(stream, { _writev: undefined });
  for (const part of joined(parts)) {
    for (let start = 0; start < part.length; start += longBytes) stream.write(part.subarray(start, start + longBytes));
  }
  stream.write('', () => Reflect.deleteProperty(stream, '_writev'));
}

/** Joins short neighbours, so that a message has few chunks. */
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

/** The parts of a Bind message: https://www.postgresql.org/docs/current/protocol-message-formats.html */
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

/** A value as `pg` maps it. */
type Value = Buffer | string | null | undefined;

const text = 0;
const binary = 1;
const int32Bytes = 4;

/** A value with its length before it. PostgreSQL takes the binary form of a text to be its bytes, and checks them alike. */
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
