import type { VersionCondition } from '@portcullis/domain';
import type { Context } from 'koa';
import { parseIfNoneMatch, withoutCodings } from '../responses/etags.ts';
import { HttpError, validationFailed } from '../responses/http-error.ts';

/** One element of a list of ETags, with the comma after it if any. Elements may be empty (RFC 9110 §5.6.1). */
const element = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/**
 * Matches a version number as an ETag, without the quotes. Other ETags are valid in the header, but never match the
 * version of a resource.
 */
const versionForm = /^[1-9]\d{0,9}$/;

/**
 * Parses the value of `If-Match`: `*`, or a list of ETags. Weak ones are compared like strong ones, unlike RFC 9110
 * §13.1.1, because proxies that compress responses make them weak. A version is exact in either form.
 * @returns undefined if the value is malformed or contains no ETag
 */
export function parseIfMatch(header: string): VersionCondition | undefined {
  if (header.trim() === '*') return 'any';
  const tags: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const match = element.exec(header);
    if (match === null) return undefined;
    if (match[1] !== undefined) tags.push(withoutCodings(match[1]));
  }
  return tags.length === 0 ? undefined : tags.filter((tag) => versionForm.test(tag)).map(Number);
}

const message = 'If-Match must be *, or ETags separated by commas.';

/**
 * Returns the versions that `If-Match` accepts, or undefined if the request has no `If-Match`.
 * @throws {HttpError} validation-failed if the header is malformed
 * @throws {HttpError} if-match-missing if `isRequired` is true and a PATCH or DELETE has no `If-Match`
 */
export function ifMatchOf(ctx: Context, isRequired: boolean): VersionCondition | undefined {
  const header = ctx.req.headers['if-match'];
  if (header === undefined) {
    if (!isRequired || !mayRequireIfMatch(ctx.method)) return undefined;
    throw new HttpError('if-match-missing', 'This request needs the ETag of what it changes in If-Match.');
  }
  const condition = parseIfMatch(header);
  if (condition !== undefined) return condition;
  throw validationFailed([{ field: 'If-Match', message }]);
}

/** Returns true for the methods that need `If-Match` if the installation requires this header. */
export const mayRequireIfMatch = (method: string): boolean => method === 'PATCH' || method === 'DELETE';

/** Returns the ETags in `If-None-Match` of a request. */
export const etagsOf = ({ req }: Context): readonly string[] =>
  req.headers['if-none-match'] === undefined ? [] : parseIfNoneMatch(req.headers['if-none-match']);
