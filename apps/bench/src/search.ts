import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { say } from './bench.ts';
import { withDatabase } from './database.ts';
import { measureLoad, median } from './drive.ts';
import { idIn } from './ids.ts';
import type { Options } from './options.ts';
import { newSecret, programs, startServer, type ServerProcess } from './processes.ts';
import { aligned, fixed } from './report.ts';
import {
  articleOf,
  articleSeed,
  queriesFor,
  randomNumbers,
  readCorpus,
  type Corpus,
  type QueryKind,
} from './search-corpus.ts';

const contents = 100_000;
const copies = 9;
const rowsAtOnce = 1000;
/** Maximum time that the background job may take to index all contents, in seconds. */
const indexingSeconds = 1800;

/**
 * Prints how long a search takes with 100,000 contents. If `full` is set, it also measures a million contents, which
 * are ten copies of each text.
 */
export async function search({ adminUrl, full, times }: Options): Promise<void> {
  const corpus = readCorpus();
  const kinds = queriesFor(corpus);
  await withDatabase(adminUrl, async ({ url, client }) => {
    const environment = { DATABASE_URL: url, JWT_SECRET: newSecret() };
    // The first start creates the tables, and the second start indexes the contents.
    await (await startServer(programs.portcullis, environment)).stop();
    say(`generating ${contents} contents`);
    await insertContents(client, corpus);
    const server = await startServer(programs.portcullis, environment);
    try {
      await untilIndexed(client);
      await client.query('VACUUM ANALYZE');
      await report(server, client, kinds, times);
      if (!full) return;
      say(`copying them ${copies} times`);
      await copyContents(client);
      await report(server, client, kinds, times);
    } finally {
      await server.stop();
    }
  });
}

async function insertContents(client: Client, corpus: Corpus): Promise<void> {
  const random = randomNumbers(articleSeed);
  for (let from = 0; from < contents; from += rowsAtOnce) {
    const articles = Array.from({ length: rowsAtOnce }, () => articleOf(corpus, random));
    await client.query(
      `INSERT INTO contents (id, title, slug, summary, editor_type, content_md, toc, status, published_at, created_at, updated_at)
       SELECT ${idIn('content', '($1::int + i)')}, title, 'article-' || $1::int + i, summary, 'MARKDOWN', body, '[]', 'PUBLISHED', now(), at, at
       FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY article (title, summary, body, i),
         LATERAL (SELECT now() - ($1::int + i) * interval '1 second' AS at) made`,
      [
        from,
        articles.map(({ title }) => title),
        articles.map(({ summary }) => summary),
        articles.map(({ body }) => body),
      ],
    );
  }
}

async function untilIndexed(client: Client): Promise<void> {
  const began = performance.now();
  for (let second = 0; second < indexingSeconds; second += 1) {
    const { rows } = await client.query<{ left: number }>('SELECT count(*)::int AS left FROM search_queue');
    if (rows[0]?.left === 0)
      return say(`indexed in the background in ${Math.round((performance.now() - began) / 1000)} s`);
    await sleep(1000);
  }
  throw new Error('The contents were not indexed in time.');
}

const copyOf = (id: string): string => `md5(${id}::text || i)::uuid`;

/**
 * Copies contents together with their index rows. Triggers are disabled, because they would queue the copies for
 * indexing in the background, which would take an hour.
 */
async function copyContents(client: Client): Promise<void> {
  const { rows } = await client.query<{ indexdef: string; indexname: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'content_search' AND indexdef LIKE '% gin %'`,
  );
  await client.query(
    `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`,
  );
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  await client.query(
    `INSERT INTO contents (id, title, slug, summary, editor_type, content_md, toc, status, published_at, created_at, updated_at)
     SELECT ${copyOf('id')}, title, slug || '-' || i, summary, editor_type, content_md, toc, status, published_at, created_at, updated_at
     FROM contents, generate_series(1, ${copies}) i`,
  );
  await client.query(
    `INSERT INTO content_search (content_id, part, is_long, status, created_at, lexemes)
     SELECT ${copyOf('content_id')}, part, is_long, status, created_at, lexemes FROM content_search, generate_series(1, ${copies}) i`,
  );
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query('VACUUM ANALYZE contents');
  await client.query('VACUUM ANALYZE content_search');
}

const pathOf = (q: string): string => `/api/contents/search?q=${encodeURIComponent(q)}`;

async function report(server: ServerProcess, client: Client, kinds: readonly QueryKind[], times: Options['times']) {
  const { rows } = await client.query<{ total: number }>('SELECT count(*)::int AS total FROM contents');
  const table: (readonly string[])[] = [];
  for (const { title, queries } of kinds) {
    const totals: number[] = [];
    for (const q of queries) {
      const { data }: { data: { total: number } } = Object(await (await fetch(server.url + pathOf(q))).json());
      totals.push(data.total);
    }
    const calls = queries.map((q) => ({ method: 'GET' as const, path: pathOf(q), headers: {} }));
    const figures = await measureLoad(server, { connections: 1, status: 200, calls: () => calls }, times, client);
    if (figures.errors > 0) throw new Error(`${title}: ${figures.errors} errors.`);
    table.push([
      title,
      String(median(totals)),
      fixed(figures.p50Ms, 2),
      fixed(figures.p99Ms, 2),
      fixed(figures.databaseUs / 1000, 2),
      fixed(figures.serverUs / 1000, 2),
    ]);
  }
  const head = [
    `query, ${rows[0]?.total} contents`,
    'matches, median',
    'p50 ms',
    'p99 ms',
    'PostgreSQL CPU ms',
    'server CPU ms',
  ];
  process.stdout.write(`${aligned(head, table)}\n`);
}
