import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createAccounts, createContents, logIn, markdown, send, times, type Data, type Request } from './requests.ts';
import { password, start, type StartOptions } from './service.ts';

const poolSize = 8;
const clients = 4 * poolSize;

/**
 * Sends requests of four times as many clients as the service has connections, while all cores are busy with other
 * work. Prints how often each status came. A fault is a status other than 429 and 503, a refusal without `Retry-After`,
 * an accepted response with wrong values, and an accepted write that is lost.
 */
export async function overload(program: string, seconds: number, options: StartOptions): Promise<void> {
  const environment = { DATABASE_POOL_SIZE: String(poolSize) };
  const service = await start('this', program, { ...options, environment });
  await createAccounts(service);
  await createContents(service);
  const users = await times(clients, (client) => logIn(service, `person${client}`));
  const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }));

  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const stored: [string, object][] = [];
  /** Sends a request. @returns `data` of an accepted response, which has the expected values */
  const check = async (request: Request, expected: object) => {
    const response = await send(service.url, request);
    const { data }: { data: Data & Readonly<Record<string, unknown>> } = Object(await response.json());
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const isRefused = (status === 429 || status === 503) && response.headers.has('retry-after');
    const isRight =
      response.ok && Object.entries(expected).every(([key, value]) => isDeepStrictEqual(data[key], value));
    if (!isRefused && !isRight) faults.push(`${request.path}: ${status}`);
    return isRight ? data : undefined;
  };

  const until = performance.now() + seconds * 1000;
  await times(clients, async (client) => {
    const { id, token = '' } = users[client] ?? {};
    for (let n = 0; performance.now() < until; n += 1) {
      const [name, slug] = [`${client} ${n}`, `${client}-${n}`];
      const contentMd = markdown(n);
      await check({ path: '/api/contents?page=2&pageSize=10' }, { page: 2, pageSize: 10 });
      await check({ path: '/api/contents/slug/article-7', token }, { slug: 'article-7' });
      await check({ path: `/api/users/${id}`, token }, { id });
      const tag = await check({ method: 'POST', path: '/api/tags', token, body: { name } }, { name });
      const body = { title: name, slug, contentMd };
      const content = await check({ method: 'POST', path: '/api/contents', token, body }, { slug, contentMd });
      const path = `/api/contents/${content?.id}`;
      const change =
        content && (await check({ method: 'PATCH', path, token, body: { summary: name } }, { summary: name }));
      await check({ method: 'POST', path: '/api/auth/login', body: { username: `person${client}`, password } }, {});
      if (tag) stored.push([`/api/tags/${tag.id}`, { name }]);
      if (content) stored.push([path, change ? { slug, summary: name } : { slug }]);
    }
  });
  for (const worker of busy) await worker.terminate();
  for (const [path, values] of stored) await check({ path, token: users[0]?.token ?? '' }, values);
  process.stdout.write(`${JSON.stringify(statuses)}\n${faults.length} faults\n${faults.slice(0, 20).join('\n')}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
