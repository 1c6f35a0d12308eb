import type { Context } from 'koa';

/** Data with a version of its own, which is cheaper to read than to compute from the written data. */
export class WithEtag<T> {
  /** ASCII without quotes, used as the ETag. */
  readonly version: string;
  /** Undefined if the client already has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

const entityTag = /(?:W\/)?"([^"]*)"/g;

/** The ETags of `If-None-Match`, weak and strong ones. */
export const etagsOf = (ctx: Context): readonly string[] =>
  [...ctx.get('If-None-Match').matchAll(entityTag)].map(([, version = '']) => version);

/**
 * Whether a client has this version, or said `*`, for whichever there is. Not `ctx.fresh`: that is never so for `fetch`, which
 * adds `Cache-Control: no-cache`.
 */
export const matchesEtag = (ctx: Context, version: string): boolean =>
  ctx.get('If-None-Match').trim() === '*' || etagsOf(ctx).includes(version);
