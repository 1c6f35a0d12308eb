import type { Context } from 'koa';

/** Data that is told from its other states by a version of its own, which is found faster than it is written. */
export class WithEtag<T> {
  /** ASCII without quotes; its ETag is made of it. */
  readonly version: string;
  /** Absent where the client has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

const entityTag = /(?:W\/)?"([^"]*)"/g;

/** The versions that a client says it has, weakly or strongly. */
export const etagsOf = (ctx: Context): readonly string[] =>
  [...ctx.get('If-None-Match').matchAll(entityTag)].map(([, version = '']) => version);

/**
 * Whether a client has this version, or said `*`, for whichever there is. Not `ctx.fresh`: that is never so for `fetch`, which
 * adds `Cache-Control: no-cache`.
 */
export const matchesEtag = (ctx: Context, version: string): boolean =>
  ctx.get('If-None-Match').trim() === '*' || etagsOf(ctx).includes(version);
