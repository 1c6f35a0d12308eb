import { expect } from 'chai';
import type { Content } from '@portcullis/domain/internal/contents/content';
import { noSchedule } from '@portcullis/domain/internal/contents/schedule';
import {
  changeContentStatus,
  publishContent,
  scheduleContent,
  storeDueTransitions,
} from '../../src/contents/content-status.ts';
import { updateContent } from '../../src/contents/contents.ts';
import { listContents, readContent } from '../../src/contents/read-content.ts';
import { StoreFailure } from '../../src/ports/unit-of-work.ts';
import { aContent, anActor, anId } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const hourMs = 3_600_000;

describe('The schedule of a content', () => {
  let world: InMemoryWorld;
  const actor = anActor();
  const inHours = (hours: number): Date => new Date(world.clock.now().getTime() + hours * hourMs);
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  const added = async (fields: Partial<Content> = {}): Promise<Content> => {
    const content = aContent(fields);
    await given(world, { contents: [content] });
    return content;
  };
  const asVisitor = ({ id }: Content) => readContent(world)({ key: { id }, reach: async () => false });
  const stored = (content: Content) => world.run((tx) => tx.contents.lock(content.id));

  it('publishes and unpublishes the content at the scheduled times, without a further request', async () => {
    const content = await added();
    const [publishAt, unpublishAt] = [inHours(1), inHours(2)];
    const result = await scheduleContent(world)({ actor, id: content.id, schedule: { publishAt, unpublishAt } });
    expect(result).to.deep.include({ status: 'DRAFT', publishAt, unpublishAt, publishedAt: null });
    world.clock.advance(hourMs - 1);
    expect((await refusalOf(asVisitor(content))).refusal).to.equal('content-not-found');
    world.clock.advance(1);
    expect(await asVisitor(content)).to.deep.include({ status: 'PUBLISHED', publishedAt: publishAt, publishAt: null });
    const query = { page: 1, pageSize: 10 };
    expect((await listContents(world)({ query, reach: async () => false })).total).to.equal(1);
    world.clock.advance(hourMs - 1);
    expect((await asVisitor(content)).unpublishAt).to.deep.equal(unpublishAt);
    world.clock.advance(1);
    expect((await refusalOf(asVisitor(content))).refusal).to.equal('content-not-found');
    expect((await stored(content))?.status).to.equal('DRAFT');
  });

  it('converts the Markdown of a content without HTML when the schedule is set', async () => {
    const content = await added({ contentMd: 'text' });
    const schedule = { ...noSchedule, publishAt: inHours(1) };
    expect(await scheduleContent(world)({ actor, id: content.id, schedule })).to.deep.include({
      contentHtml: fakeHtmlOf('text'),
    });
  });

  it('keeps the schedule when the content is edited, until the schedule is cleared', async () => {
    const content = await added();
    const schedule = { ...noSchedule, publishAt: inHours(1) };
    await scheduleContent(world)({ actor, id: content.id, schedule });
    const edited = await updateContent(world)({ actor, id: content.id, change: { title: 'new' } });
    expect(edited.publishAt).to.deep.equal(schedule.publishAt);
    const cleared = await scheduleContent(world)({ actor, id: content.id, schedule: noSchedule });
    expect(cleared).to.deep.include(noSchedule);
    world.clock.advance(hourMs);
    expect((await refusalOf(asVisitor(content))).refusal).to.equal('content-not-found');
  });

  it('refuses a schedule for a content that does not exist', async () => {
    const setting = scheduleContent(world)({ actor, id: anId(), schedule: noSchedule });
    expect((await refusalOf(setting)).refusal).to.equal('content-not-found');
  });

  it('applies due transitions before a later write, even if no job has stored them', async () => {
    const content = await added({ publishAt: inHours(1), unpublishAt: inHours(2) });
    world.clock.advance(hourMs);
    const edited = await updateContent(world)({ actor, id: content.id, change: { title: 'new' } });
    expect(edited).to.deep.include({ title: 'new', status: 'PUBLISHED', publishedAt: content.publishAt });
    world.clock.advance(hourMs);
    const published = await publishContent(world)({ actor, id: content.id });
    expect(published).to.deep.include({ ...noSchedule, status: 'PUBLISHED', publishedAt: content.publishAt });
    const archived = await changeContentStatus(world)({ actor, id: content.id, move: 'archive' });
    expect(archived.status).to.equal('ARCHIVED');
  });
});

describe('storeDueTransitions', () => {
  const at = new Date('2025-12-01T00:00:00Z');
  const due = (count: number): readonly Content[] => Array.from({ length: count }, () => aContent({ publishAt: at }));

  it('stores due transitions in batches, without a visible effect for readers', async () => {
    const world = InMemoryWorld.seeded();
    const contents = [...due(130), aContent({ publishAt: new Date('2999-01-01') }), aContent()];
    await given(world, { contents });
    const query = { page: 1, pageSize: 100 };
    const before = await world.contents.list(query);
    const store = storeDueTransitions(world);
    expect([await store(), await store(), await store()]).to.deep.equal([100, 30, 0]);
    expect(await world.contents.list(query)).to.deep.equal(before);
    const [first] = contents;
    const stored = first && (await world.run((tx) => tx.contents.lock(first.id)));
    expect(stored).to.deep.include({
      status: 'PUBLISHED',
      publishedAt: at,
      publishAt: null,
      updatedAt: first?.updatedAt,
    });
  });

  it('stores the other transitions of a batch if one of them fails', async () => {
    const world = InMemoryWorld.seeded();
    const contents = due(3);
    await given(world, { contents });
    let calls = 0;
    const work = {
      run: <T>(run: Parameters<typeof world.run<T>>[0]): Promise<T> =>
        (calls += 1) === 1 ? Promise.reject(new StoreFailure('Not now.')) : world.run(run),
    };
    const failure = await storeDueTransitions({ ...world, work })().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StoreFailure);
    expect(await world.contents.due(10)).to.have.lengthOf(1);
    expect(await storeDueTransitions(world)()).to.equal(1);
  });
});
