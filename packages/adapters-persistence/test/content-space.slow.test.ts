import { randomBytes } from 'node:crypto';
import { changeContents } from '@portcullis/application/internal/contents/change-contents';
import {
  changeContentStatus,
  publishContent,
  scheduleContent,
} from '@portcullis/application/internal/contents/content-status';
import { updateContent } from '@portcullis/application/internal/contents/contents';
import { indexContents } from '@portcullis/application/internal/contents/search-contents';
import { updateTag } from '@portcullis/application/internal/tags/tags';
import { aContent, anActor, aTag, given, InMemoryWorld } from '@portcullis/testing';
import { expect } from 'chai';
import { typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

const tables = ['all_contents', 'content_search', 'content_revisions', 'content_texts', 'content_tags'];

/**
 * Returns the disk space of the tables in bytes, including long values and dead rows. GIN indexes do not count, because
 * the number of their pages depends on the transactions that run in any database of the server. A change that indexes a
 * text again also writes the long values of `content_search`, which count.
 */
async function spaceOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT (SELECT sum(pg_total_relation_size(t)) FROM unnest($1::regclass[]) t)::int
      - (SELECT sum(pg_relation_size(c.oid)) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
        JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'gin' AND i.indrelid = ANY ($1::regclass[]::oid[]))::int AS bytes`,
    [tables],
  );
  return rows[0]?.bytes ?? 0;
}

const rounds = 5;
const megabyte = 1024 * 1024;

function spaceOn(title: string, open: () => Database): void {
  describe(`A content of 1 MB on ${title}`, () => {
    before(async () => {
      // No dead row may be removed between two measurements.
      for (const table of tables) {
        await open().pool.query(
          `ALTER TABLE ${table} SET (autovacuum_enabled = false${table === 'content_tags' ? '' : ', toast.autovacuum_enabled = false'})`,
        );
      }
    });

    /** Returns how many bytes the tables have grown by after `change` was called `rounds` times. */
    const growth = async (
      change: (on: {
        readonly deps: Parameters<typeof updateContent>[0] & Parameters<typeof changeContents>[0];
        readonly id: ReturnType<typeof aContent>['id'];
        readonly tag: ReturnType<typeof aTag>;
        readonly round: number;
      }) => Promise<unknown>,
    ): Promise<number> => {
      const database = open();
      const work = typeormUnitOfWork(database);
      // Random characters cannot be compressed, and form words that differ from each other.
      const contentMd = randomBytes(0.7 * megabyte)
        .toString('base64')
        .replaceAll(/(.{7})/g, '$1 ');
      const content = aContent({ contentMd, contentHtml: `<p>${contentMd}` });
      const tag = aTag();
      await given(work, { contents: [content], tags: [tag] });
      const index = indexContents({ work });
      for (let left = 1; left > 0; ) left = await index();
      const { bin, clock, ids, fingerprints, markdown } = InMemoryWorld.seeded();
      const deps = { bin, clock, ids, fingerprints, markdown, work, contents: viewsOf(database.reader).contents };
      const on = { deps, id: content.id, tag };
      // The first change adds the first revision, which copies the text.
      await change({ ...on, round: 0 });
      const before = await spaceOf(database);
      for (let round = 1; round <= rounds; round += 1) await change({ ...on, round });
      return (await spaceOf(database)) - before;
    };
    const actor = anActor();

    it('takes less than 1 MB for 5 changes of its tags', async () => {
      const bytes = await growth(({ deps, id, tag, round }) =>
        updateContent(deps)({ actor, id, change: {}, tagIds: round % 2 === 0 ? [tag.id] : [] }),
      );
      expect(bytes).to.be.below(megabyte);
    });

    it('takes less than 1 MB for 5 changes of its summary', async () => {
      const bytes = await growth(({ deps, id, round }) =>
        updateContent(deps)({ actor, id, change: { summary: `Summary ${round}` } }),
      );
      expect(bytes).to.be.below(megabyte);
    });

    it('takes less than 1 MB for 5 changes of its status', async () => {
      const bytes = await growth(({ deps, id, round }) =>
        round % 2 === 0
          ? publishContent(deps)({ actor, id })
          : changeContentStatus(deps)({ actor, id, move: 'unpublish' }),
      );
      expect(bytes).to.be.below(megabyte);
    });

    it('takes less than 1 MB for 5 batches and 5 schedules', async () => {
      const publishAt = new Date('2999-01-01');
      const bytes = await growth(async ({ deps, id, round }) => {
        await changeContents(deps)({
          actor,
          ids: [id],
          action: round % 2 === 0 ? 'archive' : 'publish',
          isAtomic: true,
        });
        await scheduleContent(deps)({ actor, id, schedule: { publishAt: null, unpublishAt: publishAt } });
      });
      expect(bytes).to.be.below(megabyte);
    });

    it('takes less than 1 MB for 5 changes of its slug', async () => {
      const bytes = await growth(({ deps, id, round }) =>
        updateContent(deps)({ actor, id, change: { slug: `${id}-${round}` } }),
      );
      expect(bytes).to.be.below(megabyte);
    });

    it('takes no space for 5 changes of the name of its tag', async () => {
      const bytes = await growth(async ({ deps, id, tag, round }) => {
        if (round === 0) await updateContent(deps)({ actor, id, change: {}, tagIds: [tag.id] });
        else await updateTag(deps)({ actor, id: tag.id, change: { name: `${tag.name} ${round}` } });
      });
      expect(bytes).to.equal(0);
    });
  });
}

describe('The space of contents, embedded', () => {
  spaceOn('the embedded database', freshDatabase(undefined));
});

describeOnServer('The space of contents', () => {
  spaceOn('PostgreSQL', freshDatabase(serverUrl));
});
