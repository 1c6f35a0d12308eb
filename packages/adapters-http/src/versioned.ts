import type { Context } from 'koa';

/** Data that is told from its other states by a version of its own, which is found faster than it is written. */
export class Versioned<T> {
  /** ASCII without quotes; its ETag is made of it. */
  readonly version: string;
  /** Absent where the client has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

/** The versions that a client says it has; `*` stands for whichever there is. */
export const versionsKnownTo = (ctx: Context): readonly string[] =>
  ctx
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'))
    .filter((version) => version !== '');
