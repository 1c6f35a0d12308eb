/**
 * What proxies add to the ETag of a response that they compress, such as `"7-gzip"` (Apache, Caddy), `"7--gzip"` (Jetty)
 * and `"7;gzip"`. Several proxies may have compressed it one after another. nginx makes the ETag weak instead.
 */
const codings = /(?:(?:--?|[;:/])(?:x-)?(?:gzip|br|zstd|deflate|compress)){1,3}$/i;

/** Returns an ETag without what proxies have added to it. Both are without quotes. */
export const withoutCodings = (tag: string): string => tag.replace(codings, '');

const entityTag = /(?:W\/)?"([^"]*)"/g;

/**
 * Returns the weak and strong ETags in the value of `If-None-Match`, without quotes, and also without what proxies have
 * added to them.
 */
export const parseIfNoneMatch = (header: string): readonly string[] =>
  [...header.matchAll(entityTag)].flatMap(([, tag = '']) => (codings.test(tag) ? [tag, withoutCodings(tag)] : [tag]));

/**
 * Returns true if the header `If-None-Match` contains this version or is `*`. `ctx.fresh` cannot be used because it is always
 * false if the request has `Cache-Control: no-cache`. The function `fetch` adds this header to conditional requests.
 */
export const matchesEtag = (ifNoneMatch: string, version: string): boolean =>
  ifNoneMatch.trim() === '*' || parseIfNoneMatch(ifNoneMatch).includes(version);
