import type { MarkdownIt } from 'markdown-it';

/**
 * The position of an address in a text, and the URL of its link. In this file, an address is a URL or an e-mail address
 * that becomes a link. markdown-it defines this type.
 */
type Match = NonNullable<ReturnType<MarkdownIt['linkify']['matchAtStart']>>;

/** Every address contains a match of this pattern, so texts without a match are skipped quickly. */
const candidate = /:\/\/|www\.|@/gi;

// The patterns whose names begin with `no` match the first character after a host or path. A pattern for an entire host
// would overflow the stack in a text of several megabytes.
const noHost = /[^\p{L}\p{M}\p{N}\-_.]/gu;
const noMailHost = /[^a-z0-9_.-]|\.(?![a-z0-9_-])/gi;
// A sentence in Chinese or Japanese has no space after an address, so full-width punctuation ends it, unlike in GFM.
const fullWidth =
  '\u2014\u2018-\u201f\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65';
const noPath = new RegExp(`[\\s<${fullWidth}]`, 'g');
const noPathInBrackets = new RegExp(`[\\s<[\\]${fullWidth}]`, 'g');
const scheme = /(?:^|[^a-z])(https?|ftp)$/i;
const beforeWww = /[\s*_~(]/;
const mailCharacter = /[a-z0-9.+_-]/i;
const mailScheme = /(?:^|[^a-z])(mailto:|xmpp:)$/i;
const xmppResource = /\/[a-z0-9@.]+/iy;
const longestScheme = 'mailto:'.length;

/**
 * Installs the autolinks of GFM (0.29, section 6.9). The autolinks of linkify-it differ from GFM, and linkify-it takes
 * more time to find them.
 */
export function addGfmAutolinks({ linkify }: MarkdownIt): void {
  linkify.test = (text) => text.search(candidate) !== -1;
  linkify.match = addresses;
  linkify.matchAtStart = (text) => {
    const match = urlAt(text, hostsOf(text), text.indexOf('://'), 0, pathEndInBrackets);
    return match?.index === 0 ? match : null;
  };
}

function addresses(text: string): Match[] {
  const found: Match[] = [];
  const hostAt = hostsOf(text);
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(candidate)) {
    if (index < end) continue;
    const match =
      mark === '@'
        ? mailAt(text, index, end)
        : mark === '://'
          ? urlAt(text, hostAt, index, end)
          : wwwAt(text, hostAt, index);
    if (match === undefined) continue;
    found.push(match);
    end = match.lastIndex;
  }
  return found;
}

/**
 * Matches a URL such as `https://example.com/a`. `colon` is the position of `://`. The scheme must not begin before
 * `from`.
 */
function urlAt(
  text: string,
  hostAt: HostAt,
  colon: number,
  from: number,
  endOfPath: PathEnd = pathEnd,
): Match | undefined {
  const before = text.slice(Math.max(from, colon - longestScheme), colon);
  const [, name] = scheme.exec(before) ?? [];
  if (name === undefined) return undefined;
  const start = colon + 3;
  const host = hostAt(start);
  if (host === undefined) return undefined;
  return matchOf(text, `${name}:`, colon - name.length, linkEnd(text, start, endOfPath(text, start + host.length)));
}

/** Matches an address such as `www.example.com/a` at `start`. */
function wwwAt(text: string, hostAt: HostAt, start: number): Match | undefined {
  if (start > 0 && !beforeWww.test(text.charAt(start - 1))) return undefined;
  const host = hostAt(start);
  if (host === undefined || !host.slice('www.'.length).match(/[^.]/)) return undefined;
  return matchOf(text, '', start, linkEnd(text, start, pathEnd(text, start + host.length)));
}

/**
 * Returns the host that begins at `start`, or `undefined` if there is none. The positions of successive calls must
 * ascend.
 */
type HostAt = (start: number) => string | undefined;

/**
 * Returns a function that finds hosts. The last two labels of a host must not contain an underscore. In texts such as
 * `www.a_www.a_www.a_`, many candidates have the same end. The function searches for this end only once, so that the
 * total time is linear.
 */
function hostsOf(text: string): HostAt {
  let end = 0;
  /** The start of the last two labels before `end`. `isSound` is true if these labels contain no underscore. */
  let tail = 0;
  let isSound = false;
  return (start) => {
    const isNew = start >= end;
    if (isNew) end = next(noHost, text, start);
    const host = text.slice(start, end);
    if (isNew || start > tail) {
      tail = start + host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1;
      isSound = !text.slice(tail, end).includes('_');
    }
    return isSound && /^[^-_.]/.test(host) ? host : undefined;
  };
}

type PathEnd = (text: string, from: number) => number;

/** Returns the end of a path: the position of the next white space, `<` or full-width punctuation, or the end of the text. */
const pathEnd: PathEnd = (text, from) => next(noPath, text, from);

/**
 * Returns the end of a path that may be inside brackets, as in `[see https://example.com/a]`. Unlike `pathEnd`, this function also
 * ends the path before a `]` that has no matching `[` in the path.
 */
function pathEndInBrackets(text: string, from: number): number {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(from).matchAll(noPathInBrackets)) {
    if (mark === '[') depth += 1;
    else if (mark === ']' && depth > 0) depth -= 1;
    else return from + index;
  }
  return text.length;
}

/**
 * Returns the end of an address. Trailing punctuation is not part of the address, because it belongs to the sentence
 * around the address. A trailing `)` without a matching `(`, and a trailing entity such as `&amp;`, are not part of the
 * address either.
 */
function linkEnd(text: string, start: number, pathEnds: number): number {
  let end = pathEnds;
  const link = text.slice(start, end);
  let unopened = count(link, ')') - count(link, '(');
  for (; end > start; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ')' ? unopened <= 0 : last !== ';' && !'?!.,:*_~\'"'.includes(last)) break;
    if (last === ')') unopened -= 1;
    if (last === ';') end = entityStart(text, start, end - 1) + 1;
  }
  return end;
}

/**
 * Returns the position of the `&` if an entity such as `&amp;` ends at the semicolon. Otherwise returns the position of
 * the semicolon.
 */
function entityStart(text: string, start: number, semicolon: number): number {
  let at = semicolon - 1;
  while (at > start && /[a-z0-9]/i.test(text.charAt(at))) at -= 1;
  return at < semicolon - 1 && text.charAt(at) === '&' ? at : semicolon;
}

/** Returns the position of the first match at or after `from`, or the end of the text if there is no match. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/**
 * Matches an e-mail address such as `someone@example.com`, including a preceding `mailto:` or `xmpp:`. After an `xmpp:`
 * address, a resource such as `/phone` is included too. `at` is the position of the `@`. The address must not begin
 * before `from`.
 */
function mailAt(text: string, at: number, from: number): Match | undefined {
  // A loop searches backwards from the `@`. A regular expression would be tried at every earlier position, which takes
  // quadratic time.
  let start = at;
  while (start > from && mailCharacter.test(text.charAt(start - 1))) start -= 1;
  if (start === at) return undefined;
  const end = next(noMailHost, text, at + 1);
  const host = text.slice(at + 1, end);
  if (!host.includes('.') || /^\.|[-_]$/.test(host) || text.charAt(end) === '@') return undefined;
  const [, written] = mailScheme.exec(text.slice(Math.max(from, start - longestScheme - 1), start)) ?? [];
  if (written === undefined) return matchOf(text, 'mailto:', start, end);
  xmppResource.lastIndex = end;
  const [resource = ''] = written.toLowerCase() === 'xmpp:' ? (xmppResource.exec(text) ?? []) : [];
  return matchOf(text, written, start - written.length, end + resource.length);
}

function matchOf(text: string, schema: string, index: number, lastIndex: number): Match {
  const raw = text.slice(index, lastIndex);
  const prefix = schema === '' ? 'http://' : raw.startsWith(schema) ? '' : schema;
  return { schema, index, lastIndex, raw, text: raw, url: prefix + raw };
}
