import { expect } from 'chai';
import type { Content } from '@portcullis/domain/internal/contents/content';
import { contentStatuses, stateAt, type ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { aContent, anActor, anId, aTag, unique } from '../builders.ts';
import { fakeFingerprints } from '../fakes.ts';
import { given } from '../given.ts';
import { storeDueTransitions } from '@portcullis/application/internal/contents/content-status';
import { deleteContent } from '@portcullis/application/internal/contents/contents';
import { lockContent } from '@portcullis/application/internal/contents/lock-content';
import type { OpenStore } from './store.ts';

const [longPast, past, future] = ['2001-01-01', '2002-01-01', '2999-01-01'].map((day) => new Date(day));
const times = [null, past ?? null, future ?? null];

/** Returns contents with every combination of status and schedule that use cases can store. */
const scheduledContents = (title: string): readonly Content[] =>
  contentStatuses.flatMap((status) =>
    [null, longPast ?? null, future ?? null].flatMap((publishAt) =>
      times
        .filter((unpublishAt) => publishAt === null || unpublishAt === null || publishAt < unpublishAt)
        .filter(() => publishAt === null || status !== 'PUBLISHED')
        .map((unpublishAt) => {
          const publishedAt = status === 'PUBLISHED' ? new Date('2000-01-01') : null;
          return aContent({ title, status, publishedAt, publishAt, unpublishAt });
        }),
    ),
  );

export function contentScheduleContract(adapter: string, open: OpenStore): void {
  describe(`Content schedules contract, ${adapter}`, () => {
    /**
     * Reads the contents in `all` in several ways, and returns the results: the contents themselves, lists, totals and
     * counts. `totals` and `counts` cover all contents in the store.
     */
    const seenBy = async (store: ReturnType<OpenStore>, all: readonly Content[], title: string) => {
      const list = async (status?: ContentStatus) => {
        const query = { page: 1, pageSize: 100, search: title, ...(status && { status }) };
        const { items, total } = await store.contents.list(query);
        expect(total).to.equal(items.length);
        return items.map(({ id }) => id);
      };
      const totalOf = async (status: ContentStatus) =>
        (await store.contents.list({ page: 1, pageSize: 1, status })).total;
      const found = await Promise.all(all.map(async ({ id }) => store.contents.find(id)));
      const published = await Promise.all(
        all.flatMap(({ id, slug }) => [store.contents.published({ id }, []), store.contents.published({ slug }, [])]),
      );
      const sorted = await store.contents.list({ page: 1, pageSize: 100, search: title, sortBy: 'publishedAt' });
      return {
        found,
        published: published.map((each) => each?.content),
        all: await list(),
        byStatus: await Promise.all(contentStatuses.map(list)),
        totals: await Promise.all(contentStatuses.map(totalOf)),
        sorted: sorted.items.map(({ id }) => id),
        counts: (await store.overview.read()).contents,
      };
    };

    it('shows the effect of due transitions immediately, and shows the same after a job has stored them', async () => {
      const store = open();
      const { work, contents, tags, overview } = store;
      const title = unique('scheduled');
      const all = scheduledContents(title);
      const tag = aTag();
      const before = (await overview.read()).contents;
      await given(work, { contents: all, tags: [tag], contentTags: all.map(({ id }) => [id, [tag.id]] as const) });
      const current = all.map((content) => stateAt(content, new Date()));
      const withStatus = (status: ContentStatus) => current.filter((each) => each.status === status);
      const publicContents = withStatus('PUBLISHED');

      const seen = await seenBy(store, all, title);
      expect(seen.found).to.deep.equal(current.map((content) => ({ ...content, tagIds: [tag.id], cover: null })));
      expect(seen.published.map((content) => content?.id)).to.deep.equal(
        current.flatMap(({ id, status }) => (status === 'PUBLISHED' ? [id, id] : [undefined, undefined])),
      );
      for (const [index, status] of contentStatuses.entries()) {
        expect(seen.byStatus[index]).to.have.members(withStatus(status).map(({ id }) => id));
      }
      expect(seen.counts).to.deep.equal({
        total: before.total + all.length,
        drafts: before.drafts + withStatus('DRAFT').length,
        published: before.published + publicContents.length,
        archived: before.archived + withStatus('ARCHIVED').length,
      });
      expect(seen.totals).to.deep.equal([seen.counts.drafts, seen.counts.published, seen.counts.archived]);
      const counted = await Promise.all([tags.find(tag.id), tags.findBySlug(tag.slug)]);
      const listed = await tags.list({ page: 1, pageSize: 1, search: tag.slug });
      const [popular] = (await tags.popular(100)).filter(({ id }) => id === tag.id);
      for (const each of [...counted, ...listed.items, ...(await tags.findAll([tag.id])), popular]) {
        expect(each?.contentCount).to.equal(publicContents.length);
      }

      const waiting = all.filter((content, index) => content !== current[index]).map(({ id }) => id);
      expect((await contents.due(1000)).filter((id) => all.some((each) => each.id === id))).to.have.members(waiting);
      const source = { clock: { now: () => new Date() }, ids: { next: anId }, fingerprints: fakeFingerprints };
      for (const id of waiting) await work.run((tx) => lockContent(tx, source, { id }));
      expect(await seenBy(store, all, title)).to.deep.equal(seen);
      expect((await tags.find(tag.id))?.contentCount).to.equal(publicContents.length);
      expect((await contents.due(1000)).filter((id) => waiting.includes(id))).to.deep.equal([]);
      const stored = await Promise.all(all.map(({ id }) => work.run((tx) => tx.contents.lock(id))));
      expect(stored).to.deep.equal(current);
    });

    it('stores each transition with one revision and one event, even if two jobs run concurrently', async () => {
      const { work, contents, revisions, events } = open();
      const all = [longPast ?? null, past ?? null].flatMap((publishAt) => [
        aContent({ publishAt }),
        aContent({ publishAt, unpublishAt: publishAt && new Date(publishAt.getTime() + 1) }),
        aContent({ status: 'PUBLISHED', publishedAt: longPast ?? null, unpublishAt: past ?? null }),
      ]);
      await given(work, { contents: all });
      const deps = { work, contents, clock: { now: () => new Date() }, ids: { next: anId } };
      const sweep = storeDueTransitions({ ...deps, fingerprints: fakeFingerprints });
      await Promise.all([sweep(), sweep()]);
      while ((await sweep()) > 0);
      for (const content of all) {
        const isWithdrawn = content.unpublishAt !== null;
        const kinds = [...(content.publishAt === null ? [] : ['PUBLISH']), ...(isWithdrawn ? ['UNPUBLISH'] : [])];
        const { items } = await revisions.list({ contentId: content.id, page: 1, pageSize: 10 });
        // The first revision contains the content as it was before the transitions.
        expect(items.map(({ kind }) => kind).toReversed()).to.deep.equal(['SAVE', ...kinds]);
        expect(items.map(({ version }) => version).toReversed()).to.deep.equal([1, ...kinds.map((_kind, n) => n + 2)]);
        const recorded = await events.page({ subjectId: content.id, limit: 10 });
        expect(recorded.map(({ type }) => type).toReversed()).to.deep.equal(
          kinds.map((kind) => (kind === 'PUBLISH' ? 'content.published' : 'content.unpublished')),
        );
        expect((await contents.find(content.id))?.version).to.equal(1 + kinds.length);
      }
    });

    it('records the due transitions of a content when it is removed, before the removal', async () => {
      const { work, revisions, events } = open();
      const content = aContent({ publishAt: past ?? null });
      await given(work, { contents: [content] });
      const clock = { now: () => new Date() };
      const deps = { work, bin: { days: 30 }, clock, ids: { next: anId }, fingerprints: fakeFingerprints };
      await deleteContent(deps)({ actor: anActor(), id: content.id, ifMatch: [2] });
      const recorded = await events.page({ subjectId: content.id, limit: 10 });
      expect(recorded.map(({ type }) => type)).to.deep.equal(['content.deleted', 'content.published']);
      expect((await revisions.list({ contentId: content.id, page: 1, pageSize: 10 })).total).to.equal(0);
    });

    it('returns undefined for a content whose unpublication is due, even if its version is cached', async () => {
      const { work, contents } = open();
      const content = aContent({ status: 'PUBLISHED', publishedAt: past ?? null, unpublishAt: future ?? null });
      await given(work, { contents: [content] });
      const first = await contents.published({ id: content.id }, []);
      expect(first?.content).to.deep.equal({ ...content, tagIds: [], cover: null });
      await work.run((tx) => tx.contents.save({ ...content, unpublishAt: past ?? null }));
      expect(await contents.published({ id: content.id }, [first?.version ?? ''])).to.equal(undefined);
    });
  });
}
