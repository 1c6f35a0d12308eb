import { setTimeout } from 'node:timers/promises';
import { typeormUnitOfWork } from '@portcullis/adapters-persistence';
import { indexContents } from '@portcullis/application/internal/contents/search-contents';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { startService, type Service } from '../test/support/service.ts';

/** A content whose transition the test waits for. */
interface Waiting {
  readonly id: string;
  readonly slug: string;
  readonly status: ContentStatus;
  readonly publishedAt: Date | null;
  readonly publishAt: Date | null;
  readonly unpublishAt: Date | null;
  /** The time of the transition, in milliseconds since the epoch. */
  readonly at: number;
}

interface Item {
  readonly id: string;
  readonly status: string;
  readonly publishedAt: string;
}

const isOnServer = process.env['TEST_DATABASE_URL'] !== undefined;
const count = isOnServer ? 10_000 : 1000;
const windowMs = isOnServer ? 150_000 : 30_000;
const workers = 6;
/**
 * The first poll of a content precedes its transition by this time, in milliseconds, plus twice the response time.
 */
const leadMs = 500;
/**
 * The second poll of a content begins within this time after its transition, in milliseconds. At a later poll, a
 * transition that took effect too late could already be visible, and the test would not notice the delay.
 */
const lagMs = 1000;
/**
 * Minimum number of polls that end before the transition of their content, and minimum number of polls that begin after
 * it. An idle machine polls nearly all contents twice. On a busy machine, a poll whose time has already passed is
 * skipped.
 */
const minimum = count / 20;
/** The time that the first attempt to set the transitions may take, in milliseconds. */
const settingMs = 10_000;
const tag = '00000000-0000-4000-8000-0000000000aa';

/**
 * Returns contents whose transitions are evenly distributed over the window. Three of four transitions publish a
 * content, and every fourth withdraws one.
 */
const contentsFrom = (start: number): readonly Waiting[] =>
  Array.from({ length: count }, (_, index) => {
    const at = start + Math.floor((index * windowMs) / count);
    const isPublication = index % 4 > 0;
    return {
      id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      slug: `waiting-${index}`,
      status: isPublication ? 'DRAFT' : 'PUBLISHED',
      publishedAt: isPublication ? null : new Date('2020-01-01T00:00:00Z'),
      publishAt: isPublication ? new Date(at) : null,
      unpublishAt: isPublication ? null : new Date(at),
      at,
    };
  });

const insert = `INSERT INTO contents (id, title, slug, editor_type, toc, status, published_at, publish_at, unpublish_at, created_at, updated_at)
  SELECT id, slug, slug, 'MARKDOWN', '[]', status, published_at, publish_at, unpublish_at, now(), now()
  FROM json_to_recordset($1) AS row (id uuid, slug text, status text, published_at timestamptz, publish_at timestamptz, unpublish_at timestamptz)`;

describe(`${count} scheduled contents whose transitions are not stored`, () => {
  let service: Service;
  let all: readonly Waiting[];
  let publicCounts: readonly number[];

  before(async () => {
    service = await startService({ SCHEDULE_SWEEP: '0s', PUBLIC_URL: 'https://example.com' });
    const { pool } = service.server.database;
    await pool.query(
      `INSERT INTO tags (id, name, name_key, slug, created_at, updated_at) VALUES ($1, 'a', 'a', 'a', now(), now())`,
      [tag],
    );
    const inAnHour = Date.now() + 3_600_000;
    all = contentsFrom(inAnHour);
    const rows = all.map(({ publishedAt, publishAt, unpublishAt, ...content }) => ({
      ...content,
      published_at: publishedAt,
      publish_at: publishAt,
      unpublish_at: unpublishAt,
    }));
    await pool.query(insert, [JSON.stringify(rows)]);
    await pool.query(`INSERT INTO content_tags (content_id, tag_id) SELECT id, $1 FROM contents`, [tag]);
    const index = indexContents({ work: typeormUnitOfWork(service.server.database) });
    while ((await index()) > 0);
    await pool.query('ANALYZE all_contents');
    await pool.query('ANALYZE content_search');
    all = contentsFrom(await begin(inAnHour));
    publicCounts = publicAfter();
  });
  after(() => service.stop());

  /**
   * Moves all transitions from a range that begins at `from` to a range that begins soon, and returns the beginning of
   * the new range. If the update takes too long, it is repeated with a later beginning.
   */
  async function begin(from: number, allowedMs = settingMs): Promise<number> {
    const start = Date.now() + allowedMs;
    await service.server.database.pool.query(
      `UPDATE contents SET publish_at = publish_at - $1 * interval '1 ms', unpublish_at = unpublish_at - $1 * interval '1 ms'`,
      [from - start],
    );
    return Date.now() + 2 * leadMs < start ? start : begin(start, 2 * allowedMs);
  }

  /** Returns a list whose item at index n is the number of public contents after the first n transitions. */
  const publicAfter = (): readonly number[] => {
    let total = all.filter(({ status }) => status === 'PUBLISHED').length;
    return [total, ...all.map(({ publishAt }) => (total += publishAt === null ? -1 : 1))];
  };
  const transitionsUntil = (at: number): number => {
    const first = all.findIndex((content) => content.at > at);
    return first < 0 ? all.length : first;
  };
  const isPublic = (content: Waiting, at: number): boolean =>
    content.publishAt === null ? at < content.at : at >= content.at;

  const wrong: string[] = [];
  const seen = { before: 0, after: 0, totals: 0 };

  /** Returns a response, and the times before and after the request. The database uses the same clock. */
  async function timed<T>(request: () => Promise<T>): Promise<readonly [response: T, from: number, to: number]> {
    const from = Date.now();
    const response = await request();
    return [response, from, Date.now() + 1];
  }

  async function poll(content: Waiting): Promise<void> {
    const path = content.at % 2 === 0 ? `/contents/${content.id}` : `/contents/slug/${content.slug}`;
    const [response, from, to] = await timed(() => service.api.get<Item>(path));
    if (to < content.at) seen.before += 1;
    if (from >= content.at) seen.after += 1;
    const isFound = response.status === 200;
    if (isPublic(content, from) !== isFound && isPublic(content, to) !== isFound) {
      wrong.push(`${path}: ${response.status}, ${from - content.at} to ${to - content.at} ms after its time`);
    }
    const isExact = content.publishAt === null || response.data?.publishedAt === content.publishAt.toISOString();
    if (isFound && !isExact) wrong.push(`${path}: publishedAt is ${response.data.publishedAt}`);
  }

  /**
   * Calls `work` for each content at the time that `startOf` returns, in several concurrent loops. A content is skipped
   * if the time that `endOf` returns has passed.
   */
  async function eachInTime(
    startOf: (content: Waiting) => number,
    endOf: (content: Waiting) => number,
    work: (content: Waiting) => Promise<void>,
  ): Promise<void> {
    const queue = all.values();
    const lane = async (): Promise<void> => {
      for (const content of queue) {
        await setTimeout(Math.max(0, startOf(content) - Date.now()));
        if (Date.now() < endOf(content)) await work(content);
      }
    };
    await Promise.all(Array.from({ length: workers }, lane));
  }

  /**
   * Polls each content shortly before and shortly after its transition. A poll whose time has already passed is
   * skipped.
   */
  async function pollAll(): Promise<void> {
    let responseMs = 0;
    const measured = async (content: Waiting): Promise<void> => {
      const [, from, to] = await timed(() => poll(content));
      responseMs += (to - from - responseMs) / 10;
    };
    await Promise.all([
      eachInTime(
        ({ at }) => at - leadMs - 2 * responseMs,
        ({ at }) => at - responseMs,
        measured,
      ),
      eachInTime(
        ({ at }) => at,
        ({ at }) => at + lagMs,
        measured,
      ),
    ]);
  }

  const expectCount = (what: string, found: number, from: number, to: number): void => {
    const possible = publicCounts.slice(transitionsUntil(from), transitionsUntil(to) + 1);
    if (!possible.includes(found)) wrong.push(`${what}: ${found}, not one of ${possible.join(', ')}`);
    seen.totals += 1;
  };

  async function pollTotals(): Promise<void> {
    const [list, ...listTimes] = await timed(() => service.api.get<{ total: number }>('/contents?pageSize=1'));
    expectCount('total', list.data.total, ...listTimes);
    const [tagged, ...tagTimes] = await timed(() => service.api.get<{ contentCount: number }>(`/tags/${tag}`));
    expectCount('tag', tagged.data.contentCount, ...tagTimes);
    const [popular, ...popularTimes] = await timed(() => service.api.get<{ contentCount: number }[]>('/tags/popular'));
    expectCount('popular tag', popular.data[0]?.contentCount ?? 0, ...popularTimes);
    const filtered = `/contents?pageSize=1&tagId=${tag}`;
    const [byTag, ...byTagTimes] = await timed(() => service.api.get<{ total: number }>(filtered));
    expectCount('total by tag', byTag.data.total, ...byTagTimes);
    const [overview, ...overviewTimes] = await timed(() =>
      service.admin.get<{ contents: { published: number; drafts: number } }>('/overview'),
    );
    expectCount('overview', overview.data.contents.published, ...overviewTimes);
    expect(overview.data.contents.published + overview.data.contents.drafts).to.equal(count);
    const [found, ...foundTimes] = await timed(() =>
      service.api.get<{ total: number }>('/contents/search?q=waiting&pageSize=1'),
    );
    expectCount('found', found.data.total, ...foundTimes);
    for (const name of ['contents.json', 'contents.atom', 'sitemap.xml']) await pollFeed(name);
  }

  async function pollFeed(name: string): Promise<void> {
    const [text, from, to] = await timed(async () =>
      (await fetch(`${service.server.url}/api/feeds/${name}?limit=100`)).text(),
    );
    const slugs = new Set(text.match(/waiting-\d+/g));
    const listed = all.filter(({ slug }) => slugs.has(slug));
    const early = listed.filter((content) => !isPublic(content, from) && !isPublic(content, to));
    const newest = all
      .slice(0, transitionsUntil(from))
      .filter(({ publishAt }) => publishAt !== null)
      .slice(-100)
      // The feed has 100 contents. Contents that were published while it was read may have displaced the oldest
      // contents.
      .slice(transitionsUntil(to) - transitionsUntil(from));
    const late = newest.filter(({ slug }) => !slugs.has(slug));
    for (const { slug } of [...early, ...late]) wrong.push(`${name}: ${slug}`);
    seen.totals += 1;
  }

  it('are published or withdrawn exactly at their times', async () => {
    const polling = { isRunning: true };
    const totals = (async () => {
      while (polling.isRunning) {
        await pollTotals();
        await setTimeout(200);
      }
    })();
    await pollAll();
    polling.isRunning = false;
    await totals;
    printMeasurement('polls of contents before and after their time, and of totals', JSON.stringify(seen));
    expect(wrong).to.deep.equal([]);
    expect(Math.min(seen.before, seen.after)).to.be.at.least(minimum);
    expect(seen.totals).to.be.at.least(100);
    const { rows } = await service.server.database.pool.query(
      'SELECT count(*)::int AS waiting FROM contents WHERE least(publish_at, unpublish_at) <= now()',
    );
    expect(rows).to.deep.equal([{ waiting: count }]);
  });
});
