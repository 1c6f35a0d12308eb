import type { Case, Rival } from './cases.ts';
import type { Call, Target } from './drive.ts';

interface Answer {
  readonly status: number;
  readonly data: string;
  readonly headers: readonly string[];
}

/**
 * Headers that are not compared: they differ between two responses of one server, or each server may choose their
 * values.
 */
const ignoredHeaders = new Set(['date', 'x-request-id', 'ratelimit', 'content-length', 'etag']);

/** A reviver that sorts the keys of each object, because their order has no meaning and differs between the servers. */
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Sends a call, and returns the parts of the response that are compared: status, `data` with sorted keys, and headers. */
async function ask(url: string, { method, path, headers, body }: Call): Promise<Answer> {
  // Without this header, fetch adds `no-cache` to requests with If-None-Match, and a server may then return 200 instead
  // of 304.
  const sent = { ...headers, 'cache-control': 'max-age=0' };
  const answer = await fetch(`${url}${path}`, { method, headers: sent, ...(body !== undefined && { body }) });
  const text = await answer.text();
  const data = /^\{"code":0,"success":true,"data":(.*),"message":"Success","timestamp":"[^"]{24}"\}$/s.exec(text)?.[1];
  return {
    status: answer.status,
    data: data === undefined ? text : JSON.stringify(JSON.parse(data, withSortedKeys)),
    headers: [...answer.headers]
      .filter(([name]) => !ignoredHeaders.has(name))
      .map(([name, value]) => `${name}: ${value}`),
  };
}

const shownBytes = 600;

function requireSame(what: string, ours: string, theirs: string): void {
  if (ours === theirs) return;
  const at = [...ours].findIndex((character, index) => character !== theirs[index]);
  const from = Math.max(0, at - shownBytes / 2);
  const shown = (text: string) => text.slice(from, from + shownBytes);
  throw new Error(`${what} differs:\n${shown(ours)}\n${shown(theirs)}`);
}

/** Replaces the tokens, which differ between any two logins. */
const withoutTokens = (data: string): string => data.replace(/("(?:access|refresh)Token"):"[^"]+"/g, '$1:…');

/**
 * Sends the first and the last call of a case to Portcullis and to the baseline, and compares the responses. If `rival`
 * has no requests, or expects another status than Portcullis, nothing is compared.
 * @throws {Error} if the status, the headers or the values of `data` differ; tokens may differ.
 */
export async function compare(ours: Target, baseline: Target, { name, load }: Case, rival: Rival): Promise<void> {
  if (rival.load === undefined || rival.load.status !== load.status) return;
  const calls = load.calls(0);
  const theirs = rival.load.calls(0);
  for (const index of [0, calls.length - 1]) {
    const [call, same] = [calls[index], theirs[index]];
    if (call === undefined || same === undefined) throw new Error(`${name} has nothing to send.`);
    const [a, b] = [await ask(ours.url, call), await ask(baseline.url, same)];
    if (a.status !== load.status) throw new Error(`${name}: Portcullis answers ${a.status}: ${a.data}`);
    requireSame(`${name}, ${rival.title}: status`, String(a.status), String(b.status));
    requireSame(`${name}, ${rival.title}: data`, withoutTokens(a.data), withoutTokens(b.data));
    requireSame(`${name}, ${rival.title}: headers`, a.headers.join('\n'), b.headers.join('\n'));
  }
}

/** Returns the ETag of each content. */
export async function etagsOf({ url }: Target, slugs: readonly string[]): Promise<readonly string[]> {
  const etags: string[] = [];
  for (const slug of slugs) {
    const answer = await fetch(`${url}/api/contents/slug/${slug}`);
    await answer.arrayBuffer();
    etags.push(answer.headers.get('etag') ?? '');
  }
  return etags;
}
