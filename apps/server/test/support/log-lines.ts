import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { logTo } from '../../src/observability/log.ts';

export type Line = Readonly<Record<string, unknown>>;

/** A log whose lines a test reads. */
export interface MemoryLog {
  readonly log: Logger;
  readonly lines: () => readonly Line[];
  /** Returns the last line that has these values. */
  readonly last: (values: Line) => Line | undefined;
}

export function createMemoryLog(): MemoryLog {
  const lines: Line[] = [];
  const log = logTo({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'info');
  const has = (values: Line) => (line: Line) => Object.entries(values).every(([name, value]) => line[name] === value);
  return { log, lines: () => lines, last: (values) => lines.findLast(has(values)) };
}

/** A writable stream that collects the written text. Tests use it as a terminal. */
export class Screen extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Returns the log lines in the output of a process. */
export const linesOf = (stdout: string): readonly Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
