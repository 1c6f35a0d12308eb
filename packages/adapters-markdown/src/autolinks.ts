import type { MarkdownIt } from 'markdown-it';

/** An address in a text: where it stands and where it leads, in the form in which markdown-it asks for it. */
type Match = NonNullable<ReturnType<MarkdownIt['linkify']['matchAtStart']>>;

/** Whatever may begin an address. Most texts hold none of it, and are done with here. */
const candidate = /:\/\/|www\.|@/gi;

const hostText = /(?:[^\p{P}\p{S}\p{Z}\p{C}]|[-_.])+/uy;
const path = /[^\s<]*/y;
const scheme = /(?:^|[^a-z])(https?|ftp)$/i;
const beforeWww = /[\s*_~(]/;
const mailCharacter = /[a-z0-9.+_-]/i;
const mailHost = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/iy;
const mailScheme = /(?:^|[^a-z])(mailto:|xmpp:)$/i;
const xmppResource = /\/[a-z0-9@.]+/iy;
const longestScheme = 'mailto:'.length;

/** The autolinks of GFM (0.29, section 6.9) in place of linkify-it's, which link more, less, and slower. */
export function linkAsGfm({ linkify }: MarkdownIt): void {
  linkify.test = (text) => text.search(candidate) !== -1;
  linkify.match = addresses;
  linkify.matchAtStart = (text) => {
    const match = urlAt(text, text.indexOf('://'), 0);
    return match?.index === 0 ? insideBrackets(match) : null;
  };
}

/** An address as far as its brackets are its own: in `[see https://example.com]` the last one is the sentence's. */
function insideBrackets(match: Match): Match {
  let depth = 0;
  for (let end = 0; end < match.raw.length; end += 1) {
    const character = match.raw.charAt(end);
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth < 0) return matchOf(match.raw, match.schema, 0, end);
  }
  return match;
}

function addresses(text: string): Match[] {
  const found: Match[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(candidate)) {
    if (index < end) continue;
    const match =
      mark === '@' ? mailAt(text, index, end) : mark === '://' ? urlAt(text, index, end) : wwwAt(text, index);
    if (match === undefined) continue;
    found.push(match);
    end = match.lastIndex;
  }
  return found;
}

/** `https://example.com/a`, given where its `://` stands; its scheme begins no earlier than `from`. */
function urlAt(text: string, colon: number, from: number): Match | undefined {
  const before = text.slice(Math.max(from, colon - longestScheme), colon);
  const [, name] = scheme.exec(before) ?? [];
  if (name === undefined) return undefined;
  const host = domainAt(text, colon + 3);
  return host === undefined
    ? undefined
    : matchOf(text, `${name}:`, colon - name.length, linkEnd(text, colon + 3, host));
}

/** `www.example.com/a` */
function wwwAt(text: string, start: number): Match | undefined {
  if (start > 0 && !beforeWww.test(text.charAt(start - 1))) return undefined;
  const host = domainAt(text, start);
  if (host === undefined || !host.slice('www.'.length).match(/[^.]/)) return undefined;
  return matchOf(text, '', start, linkEnd(text, start, host));
}

/** A host whose last two labels have no underscore. */
function domainAt(text: string, start: number): string | undefined {
  hostText.lastIndex = start;
  const [host] = hostText.exec(text) ?? [];
  if (host === undefined || /^[-_.]/.test(host)) return undefined;
  return host.split('.').slice(-2).join('').includes('_') ? undefined : host;
}

/** Where an address ends: before a space or `<`, and before what is the sentence's rather than the address's. */
function linkEnd(text: string, start: number, host: string): number {
  path.lastIndex = start + host.length;
  path.test(text);
  let end = path.lastIndex;
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

const count = (text: string, character: string): number => text.split(character).length - 1;

/** `someone@example.com`, with `mailto:` or `xmpp:` where that is written before it. */
function mailAt(text: string, at: number, from: number): Match | undefined {
  // Backwards by hand: a pattern that ends here would be tried at each place before.
  let start = at;
  while (start > from && mailCharacter.test(text.charAt(start - 1))) start -= 1;
  mailHost.lastIndex = at + 1;
  const [host] = mailHost.exec(text) ?? [];
  if (start === at || host === undefined || /[-_]$/.test(host)) return undefined;
  const end = at + 1 + host.length;
  if (text.charAt(end) === '@') return undefined;
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
