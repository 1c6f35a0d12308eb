import type { MarkdownIt } from 'markdown-it';

/** An address in a text: where it stands and where it leads, in the form in which markdown-it asks for it. */
type Match = NonNullable<ReturnType<MarkdownIt['linkify']['matchAtStart']>>;

/** Whatever may begin an address. Most texts hold none of it, and are done with here. */
const candidate = /:\/\/|www\.|@/gi;

// What ends a host is looked for: a pattern for all of it runs out of stack in a few megabytes.
const noHost = /[^\p{L}\p{M}\p{N}\-_.]/gu;
const noMailHost = /[^a-z0-9_.-]|\.(?![a-z0-9_-])/gi;
const noPath = /[\s<]/g;
const noPathInBrackets = /[\s<[\]]/g;
const scheme = /(?:^|[^a-z])(https?|ftp)$/i;
const beforeWww = /[\s*_~(]/;
const mailCharacter = /[a-z0-9.+_-]/i;
const mailScheme = /(?:^|[^a-z])(mailto:|xmpp:)$/i;
const xmppResource = /\/[a-z0-9@.]+/iy;
const longestScheme = 'mailto:'.length;

/** The autolinks of GFM (0.29, section 6.9) in place of linkify-it's, which link more, less, and slower. */
export function linkAsGfm({ linkify }: MarkdownIt): void {
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

/** `https://example.com/a`, given where its `://` stands; its scheme begins no earlier than `from`. */
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

/** `www.example.com/a` */
function wwwAt(text: string, hostAt: HostAt, start: number): Match | undefined {
  if (start > 0 && !beforeWww.test(text.charAt(start - 1))) return undefined;
  const host = hostAt(start);
  if (host === undefined || !host.slice('www.'.length).match(/[^.]/)) return undefined;
  return matchOf(text, '', start, linkEnd(text, start, pathEnd(text, start + host.length)));
}

/** The host that begins at a place of a text, no earlier than one asked for before. */
type HostAt = (start: number) => string | undefined;

/**
 * Finds hosts, whose last two labels have no underscore. What many addresses seem to begin in, as in `www.a_www.a_www.a_`,
 * is read once: they all end where it does.
 */
function hostsOf(text: string): HostAt {
  let end = 0;
  /** Where the last two labels before `end` begin, and whether they are a host's. */
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

/** Where the path of an address ends: before a space or `<`. */
const pathEnd: PathEnd = (text, from) => next(noPath, text, from);

/** The same where a bracket may be the sentence's, as in `[see https://example.com]`: one that the path did not open. */
function pathEndInBrackets(text: string, from: number): number {
  let depth = 0;
  for (const { 0: mark, index } of text.slice(from).matchAll(noPathInBrackets)) {
    if (mark === '[') depth += 1;
    else if (mark === ']' && depth > 0) depth -= 1;
    else return from + index;
  }
  return text.length;
}

/** Where an address ends that has a path to there: before what is the sentence's rather than the address's. */
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

/** Where `&name` before the semicolon begins; the semicolon itself where there is none. */
function entityStart(text: string, start: number, semicolon: number): number {
  let at = semicolon - 1;
  while (at > start && /[a-z0-9]/i.test(text.charAt(at))) at -= 1;
  return at < semicolon - 1 && text.charAt(at) === '&' ? at : semicolon;
}

/** Where something is that is looked for from a place on; where it is nowhere, the end. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/** `someone@example.com`, with `mailto:` or `xmpp:` where that is written before it. */
function mailAt(text: string, at: number, from: number): Match | undefined {
  // Backwards by hand: a pattern that ends here would be tried at each place before.
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
