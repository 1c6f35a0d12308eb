import type { Context } from 'koa';

/** Data, and a version that is stored with the data: reading the version is cheaper than hashing the JSON. */
export class WithEtag<T> {
  /** The version in ASCII, without quotes, used as the ETag. */
  readonly version: string;
  /** Undefined if the client already has this version. */
  readonly data: T | undefined;

  constructor(version: string, data: T | undefined) {
    this.version = version;
    this.data = data;
  }
}

const entityTag = /(?:W\/)?"([^"]*)"/g;

/** Returns the weak and strong ETags of `If-None-Match`, without quotes. */
export const etagsOf = (ctx: Context): readonly string[] =>
  [...ctx.get('If-None-Match').matchAll(entityTag)].map(([, version = '']) => version);

/**
 * Returns true if `If-None-Match` contains this version or is `*`. `ctx.fresh` cannot be used: it is always false for
 * requests of `fetch`, which adds `Cache-Control: no-cache`.
 */
export const matchesEtag = (ctx: Context, version: string): boolean =>
  ctx.get('If-None-Match').trim() === '*' || etagsOf(ctx).includes(version);
