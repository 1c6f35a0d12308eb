import type { Context } from 'koa';

/** Data with a stored version that serves as the ETag. Reading the version is cheaper than hashing the JSON. */
export class WithEtag<T> {
  /** The version in ASCII, without quotes, used as the ETag. */
  readonly version: string;
  /** May be undefined if the client already has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

const entityTag = /(?:W\/)?"([^"]*)"/g;

/** Returns the weak and strong ETags in `If-None-Match`, without quotes. */
export const etagsOf = (ctx: Context): readonly string[] =>
  [...ctx.get('If-None-Match').matchAll(entityTag)].map(([, version = '']) => version);

/**
 * Returns true if `If-None-Match` contains this version or is `*`. `ctx.fresh` cannot be used because it is always
 * false if the request has `Cache-Control: no-cache`. The function `fetch` adds this header to conditional requests.
 */
export const matchesEtag = (ctx: Context, version: string): boolean =>
  ctx.get('If-None-Match').trim() === '*' || etagsOf(ctx).includes(version);
