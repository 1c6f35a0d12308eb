import { setTimeout as sleep } from 'node:timers/promises';
import { lives, writeSender, type SendWrite } from '../../../stress/support/write-requests.ts';
import type { Api } from '../../../test/support/api.ts';
import { anAdministrator, aPerson, unique, type Person } from '../../../test/support/service.ts';
import { openSession, type Tokens } from '../../../test/support/sessions.ts';
import { aStream } from '../../../test/support/streams.ts';
import { Ledger, persistent } from './ledger.ts';
import type { Site } from './site.ts';

/**
 * Where clients send their requests: through nginx, and, for checks of rights, also to each of these servers directly.
 */
type TrafficSite = Pick<Site, 'api' | 'admin' | 'receiver'> & {
  readonly servers: readonly { readonly api: Pick<Api, 'url'> }[];
};

/** The observations of the clients of a run. */
interface Seen {
  readonly ledger: Ledger;
  /** Rights that had been revoked when the request was sent, and still worked. */
  readonly staleRights: string[];
  readonly accessChecks: { made: number; afterRevocation: number };
  readonly sessionsEnded: string[];
  readonly sessions: { logins: number; refreshes: number };
  /** A read whose connection broke, such as an idle one that a proxy has closed, is sent again, as browsers do. */
  readonly publicReads: { served: number; broken: number; readonly refused: string[] };
  readonly events: { readonly ids: string[]; readonly faults: string[] };
  /**
   * Between `sentAt` and soon after `acknowledgedAt`, by `performance.now()`, every stream must get a message of the last
   * change of the menus.
   */
  readonly streams: {
    opened: number;
    messages: number;
    sentAt: number;
    acknowledgedAt: number;
    readonly missed: string[];
  };
  readonly files: { readonly url: string; readonly text: string }[];
  readonly scheduled: string[];
}

const nothingSeen = (): Seen => ({
  ledger: new Ledger(),
  staleRights: [],
  accessChecks: { made: 0, afterRevocation: 0 },
  sessionsEnded: [],
  sessions: { logins: 0, refreshes: 0 },
  publicReads: { served: 0, broken: 0, refused: [] },
  events: { ids: [], faults: [] },
  streams: { opened: 0, messages: 0, sentAt: 0, acknowledgedAt: 0, missed: [] },
  files: [],
  scheduled: [],
});

/** The response to a request: the status 0 means that there was none. */
interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly data: unknown;
}

const patienceMs = 30_000;

async function send(url: string, method: string, path: string, token?: string, body?: unknown): Promise<Reply> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    const { reason = '', data }: { reason?: string; data?: unknown } = isJson ? JSON.parse(text) : {};
    return { status: response.status, reason, data };
  } catch (error) {
    return { status: 0, reason: String(error), data: undefined };
  }
}

export interface Traffic {
  readonly seen: Seen;
  /** Ends all requests, and resolves when their outcomes are known. */
  readonly stop: () => Promise<void>;
  /** Reads the events that were recorded since the last read. */
  readonly readEvents: () => Promise<void>;
}

type Work = () => Promise<void>;

/** Starts clients that use all parts of the service at a moderate rate. */
export async function startTraffic(site: TrafficSite): Promise<Traffic> {
  const { api, admin, servers, receiver } = site;
  const seen = nothingSeen();
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const urls = [api.url, ...servers.map((server) => server.api.url)];
  let turn = 0;
  const anyUrl = (): string => urls[(turn += 1) % urls.length] ?? api.url;
  const sendAs = (token: () => string): SendWrite => persistent(writeSender(api.url, token), seen.ledger, over.signal);
  const write = sendAs(() => admin.token ?? '');
  const clients: Promise<void>[] = [];
  /** Repeats a client's work with a pause until the end. */
  const repeat = (pauseMs: number, work: Work): void => {
    const client = async (): Promise<void> => {
      for (; !isOver(); await sleep(pauseMs)) await work();
    };
    clients.push(client());
  };
  await site.admin.post('/webhooks', { url: receiver.url, types: ['tag.created', 'content.published'] });

  let life = 0;
  for (const pauseMs of [100, 150])
    repeat(pauseMs, async () => void (await lives[(life += 1) % lives.length]?.(write)));
  startPulse(write, over.signal, clients);
  for (let pair = 0; pair < 2; pair += 1) repeat(200, await roleChanges(site, seen, sendAs, anyUrl));
  for (let person = 0; person < 3; person += 1) repeat(300, await sessionUse(site, seen, isOver));
  for (let person = 0; person < 1; person += 1) repeat(1000, await logouts(site, seen));
  const readEvents = eventReader(admin, seen);
  repeat(500, readEvents);
  repeat(3000, uploads(admin, seen));
  repeat(1500, schedules(write, seen));
  for (const work of await publicReads(site, seen)) repeat(40, work);
  for (let stream = 0; stream < 2; stream += 1) clients.push(listen(await aPerson(site), seen, over.signal));
  repeat(2000, streamWrites(write, seen));
  return {
    seen,
    stop: async () => {
      over.abort();
      await Promise.all(clients);
    },
    readEvents,
  };
}

/** Sends a write every 200 ms without waiting for the earlier ones, so that each gap between responses is seen. */
function startPulse(write: SendWrite, over: AbortSignal, clients: Promise<unknown>[]): void {
  const everyMs = 200;
  const mostPending = 40;
  let pending = 0;
  const pulse = async (): Promise<void> => {
    for (; !over.aborted; await sleep(everyMs)) {
      if (pending >= mostPending) continue;
      pending += 1;
      clients.push(write('createTag', 'POST', '/tags', { name: unique('pulse ') }).finally(() => (pending -= 1)));
    }
  };
  clients.push(pulse());
}

/** Grants the role ADMIN to a person and revokes it. Afterwards no process may serve what it allows. */
async function roleChanges(
  site: TrafficSite,
  seen: Seen,
  sendAs: (token: () => string) => SendWrite,
  anyUrl: () => string,
): Promise<Work> {
  const person = await aPerson(site);
  // An administrator may set roles ten times a minute.
  const callers: Person[] = [];
  for (let count = 0; count < 30; count += 1) callers.push(await anAdministrator(site));
  const { data } = await site.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
  const adminRole = data.items.find(({ code }) => code === 'ADMIN')?.id;
  let turn = 0;
  const write = sendAs(() => callers[turn % callers.length]?.api.token ?? '');
  const set = async (roleIds: readonly (string | undefined)[]): Promise<boolean> => {
    turn += 1;
    const { status } = await write('setRoles', 'PUT', `/users/${person.id}/roles`, { roleIds });
    return status === 200;
  };
  const check = async (): Promise<number> => {
    seen.accessChecks.made += 1;
    return (await send(anyUrl(), 'GET', '/api/audit-logs?pageSize=1', person.api.token)).status;
  };
  return async () => {
    if (!(await set([adminRole]))) return;
    await check();
    if (!(await set([]))) return;
    const end = performance.now() + 1500;
    while (performance.now() < end) {
      const statuses = await Promise.all([check(), check(), check()]);
      seen.accessChecks.afterRevocation += statuses.length;
      for (const status of statuses) if (status === 200) seen.staleRights.push('a revoked role worked');
      await sleep(150);
    }
  };
}

function tokensIn({ data }: Reply): Tokens | undefined {
  const { token }: { readonly token?: Tokens } = Object(data);
  return token;
}

/** Uses a session and refreshes its tokens every three seconds, as a client does: with the same token until it works. */
async function sessionUse(site: TrafficSite, seen: Seen, isOver: () => boolean): Promise<Work> {
  const account = await aPerson(site);
  let tokens: Tokens | undefined = await openSession(site.api, account);
  let refreshedAt = performance.now();
  const ended = (what: string): void => {
    seen.sessionsEnded.push(what);
    tokens = undefined;
  };
  return async () => {
    if (tokens === undefined) {
      const { username, password } = account;
      tokens = tokensIn(await send(site.api.url, 'POST', '/api/auth/login', undefined, { username, password }));
      if (tokens !== undefined) seen.sessions.logins += 1;
      refreshedAt = performance.now();
      return;
    }
    const { status, reason } = await send(site.api.url, 'GET', '/api/auth/profile', tokens.accessToken);
    if (status === 401) return ended(`profile: ${reason}`);
    if (performance.now() - refreshedAt < 3000) return;
    const { refreshToken } = tokens;
    for (const began = performance.now(); !isOver(); await sleep(500)) {
      const reply = await send(site.api.url, 'POST', '/api/auth/refresh', undefined, { refreshToken });
      if (reply.status === 401)
        return ended(`refresh after ${Math.round(performance.now() - began)} ms: ${reply.reason}`);
      if (reply.status !== 200) continue;
      tokens = tokensIn(reply);
      refreshedAt = performance.now();
      seen.sessions.refreshes += 1;
      return;
    }
  };
}

/** Logs in and out. Afterwards no process may accept the access token. */
async function logouts(site: TrafficSite, seen: Seen): Promise<Work> {
  const { username, password } = await aPerson(site);
  const urls = [site.api.url, ...site.servers.map((server) => server.api.url)];
  return async () => {
    const tokens = tokensIn(await send(site.api.url, 'POST', '/api/auth/login', undefined, { username, password }));
    if (tokens === undefined) return;
    seen.sessions.logins += 1;
    const out = await send(site.api.url, 'POST', '/api/auth/logout', tokens.accessToken);
    if (out.status !== 200) return;
    for (let check = 0; check < 6; check += 1) {
      const { status } = await send(urls[check % urls.length] ?? '', 'GET', '/api/auth/profile', tokens.accessToken);
      seen.accessChecks.afterRevocation += 1;
      if (status === 200) seen.staleRights.push('an ended session worked');
    }
  };
}

interface EventPage {
  readonly items: readonly { readonly id: string; readonly position: number }[];
}

/** Reads the log of events from its beginning, as a client that follows it. */
function eventReader(admin: Api, seen: Seen): Work {
  let position = 0;
  return async () => {
    for (;;) {
      const { status, data } = await send(admin.url, 'GET', `/api/events?after=${position}&limit=200`, admin.token);
      if (status !== 200) return;
      const { items }: EventPage = Object(data);
      for (const { id, position: next } of items) {
        if (next <= position) seen.events.faults.push(`position ${next} after ${position}`);
        position = next;
        seen.events.ids.push(id);
      }
      if (items.length < 200) return;
    }
  };
}

/** Uploads a file, and again until it is acknowledged. */
function uploads(admin: Api, seen: Seen): Work {
  return async () => {
    const text = unique('The text of a file ').repeat(200);
    const form = new FormData();
    form.append('file', new Blob([text]), 'file.txt');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const response = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form }).catch(
      () => undefined,
    );
    if (response?.ok !== true) return;
    const { data }: { data: { url: string } } = JSON.parse(await response.text());
    seen.files.push({ url: data.url, text });
    seen.ledger.acknowledged();
  };
}

/** Creates contents that become public three seconds later. */
function schedules(write: SendWrite, seen: Seen): Work {
  return async () => {
    const created = await write('createContent', 'POST', '/contents', {
      title: unique('Scheduled '),
      contentMd: 'Text',
    });
    const { id }: { readonly id?: string } = Object(created.data);
    if (id === undefined) return;
    const publishAt = new Date(Date.now() + 3000).toISOString();
    const { status } = await write('scheduleContent', 'PUT', `/contents/${id}/schedule`, { publishAt });
    if (status === 200) seen.scheduled.push(id);
  };
}

/** Reads what visitors see. */
async function publicReads(site: TrafficSite, seen: Seen): Promise<readonly Work[]> {
  const { admin } = site;
  const { data: tag } = await admin.post<{ id: string }>('/tags', { name: unique('tag ') });
  const body = { title: unique('Public '), contentMd: 'A findable text.', tagIds: [tag.id] };
  const { data: content } = await admin.post<{ id: string; slug: string }>('/contents', body);
  await admin.post(`/contents/${content.id}/publish`);
  const paths = [
    '/api/contents?pageSize=5',
    `/api/contents/${content.id}`,
    `/api/contents/slug/${content.slug}`,
    '/api/contents/search?q=findable',
    '/api/categories/tree',
    `/api/tags/${tag.id}`,
    '/api/feeds/contents.atom',
  ];
  let turn = 0;
  const read: Work = async () => {
    const path = paths[(turn += 1) % paths.length] ?? '';
    let { status, reason } = await send(site.api.url, 'GET', path);
    if (status === 0) {
      seen.publicReads.broken += 1;
      ({ status, reason } = await send(site.api.url, 'GET', path));
    }
    if (status === 200) seen.publicReads.served += 1;
    else seen.publicReads.refused.push(`${new Date().toISOString()} ${path}: ${status} ${reason}`);
  };
  return [read, read];
}

/** Time until a message must have arrived, in milliseconds. */
const messageMs = 15_000;

function streamWrites(write: SendWrite, seen: Seen): Work {
  return async () => {
    const began = performance.now();
    const routeName = unique('menu');
    const { status } = await write('createMenu', 'POST', '/menus', {
      routeName,
      routePath: `/${routeName}`,
      menuType: 2,
    });
    if (status === 201) Object.assign(seen.streams, { sentAt: began, acknowledgedAt: performance.now() });
  };
}

/** Follows the stream of a person. Opens it again when it ends, from the last message on. */
async function listen(person: Person, seen: Seen, over: AbortSignal): Promise<void> {
  let lastEventId = '';
  let heardAt = performance.now();
  const watch = setInterval(() => {
    const { sentAt, acknowledgedAt } = seen.streams;
    if (sentAt > heardAt && performance.now() - acknowledgedAt > messageMs) {
      seen.streams.missed.push(new Date().toISOString());
      heardAt = performance.now();
    }
  }, 1000);
  while (!over.aborted) {
    const stream = await aStream(person.api, { ...(lastEventId !== '' && { lastEventId }) }).catch(() => undefined);
    if (stream?.response.ok === true) {
      seen.streams.opened += 1;
      const close = (): void => void stream.close();
      over.addEventListener('abort', close, { once: true });
      try {
        while ((await stream.next()) !== undefined) {
          seen.streams.messages += 1;
          heardAt = performance.now();
          lastEventId = stream.lastId();
        }
      } catch {
        // The connection broke.
      }
      over.removeEventListener('abort', close);
    }
    if (!over.aborted) await sleep(1000);
  }
  clearInterval(watch);
}
