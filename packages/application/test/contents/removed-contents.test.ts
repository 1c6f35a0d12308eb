import { expect } from 'chai';
import { changeContents } from '../../src/contents/change-contents.ts';
import { deleteContent } from '../../src/contents/contents.ts';
import { listRemovedContents, purgeContent, recoverContent } from '../../src/contents/removed-contents.ts';
import type { CallerReach } from '../../src/reach.ts';
import { aContent, anActor, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

const actor = anActor();
const page = { page: 1, pageSize: 10 };
const dayMs = 24 * 3_600_000;

describe('The bin of contents', () => {
  const author = aUser();
  const [draft, published] = [aContent({ authorId: author.id }), aContent({ status: 'PUBLISHED' })];
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [author], contents: [draft, published] });
  });

  it('has the contents of single deletions and of batches, and says who deleted them and until when they stay', async () => {
    await deleteContent(world)({ actor, id: draft.id });
    world.clock.advance(1);
    await changeContents(world)({ actor, ids: [published.id], action: 'delete', isAtomic: true });
    const now = world.clock.now();
    const { items, total } = await listRemovedContents(world)(page);
    expect(total).to.equal(2);
    expect(items.map(({ id, status }) => [id, status])).to.deep.equal([
      [published.id, 'PUBLISHED'],
      [draft.id, 'DRAFT'],
    ]);
    const expiresAt = new Date(now.getTime() + 30 * dayMs);
    expect(items[0]).to.deep.include({ removedAt: now, removedBy: actor.id, expiresAt });
  });

  it('shows callers what they could have deleted: what is in their reach, and what they may read or was public', async () => {
    const own = { attr: 'resource.authorId', eq: author.id } as const;
    await changeContents(world)({ actor, ids: [draft.id, published.id], action: 'delete', isAtomic: true });
    const seen = async (reach: CallerReach) =>
      (await listRemovedContents(world)({ ...page, reach })).items.map(({ id }) => id);
    expect(await seen({ changes: true, reads: true })).to.have.members([draft.id, published.id]);
    expect(await seen({ changes: true, reads: false })).to.deep.equal([published.id]);
    expect(await seen({ changes: own, reads: true })).to.deep.equal([draft.id]);
    expect(await seen({ changes: true, reads: own })).to.have.members([draft.id, published.id]);
    expect(await seen({ changes: own, reads: own })).to.deep.equal([draft.id]);
    expect(await seen({ changes: own, reads: false })).to.deep.equal([]);
    expect(await seen({ changes: false, reads: true })).to.deep.equal([]);
  });

  it('lets callers recover what it shows them, and tells them of nothing else', async () => {
    const own = { attr: 'resource.authorId', eq: author.id } as const;
    await changeContents(world)({ actor, ids: [draft.id, published.id], action: 'delete', isAtomic: true });
    const recover = (id: typeof draft.id, reach: CallerReach) => recoverContent(world)({ actor, id, reach });
    for (const [id, reach] of [
      [published.id, { changes: own, reads: true }],
      [published.id, { changes: own, reads: false }],
      [draft.id, { changes: false, reads: true }],
      [draft.id, { changes: own, reads: false }],
    ] as const)
      expect((await refusalOf(recover(id, reach))).refusal).to.equal('content-not-found');
    expect((await recover(draft.id, { changes: own, reads: own })).id).to.equal(draft.id);
    expect((await recover(published.id, { changes: true, reads: false })).id).to.equal(published.id);
  });

  it('recovers a content with a shorter slug if its long one is taken', async () => {
    const slug = 's'.repeat(255);
    const [removed, other] = [aContent({ slug }), aContent({ slug })];
    await given(world, { contents: [removed] });
    await deleteContent(world)({ actor, id: removed.id });
    await given(world, { contents: [other] });
    expect((await recoverContent(world)({ actor, id: removed.id })).slug).to.equal('s'.repeat(243));
  });

  it('does not exist if contents stay in it for 0 days', async () => {
    await deleteContent({ ...world, bin: { days: 0 } })({ actor, id: draft.id });
    expect((await listRemovedContents(world)(page)).total).to.equal(0);
    expect((await refusalOf(recoverContent(world)({ actor, id: draft.id }))).refusal).to.equal('content-not-found');
  });

  it('compares the version before a content is recovered or removed for good', async () => {
    await deleteContent(world)({ actor, id: draft.id });
    const lock = { actor, id: draft.id, ifMatch: [2] };
    expect((await refusalOf(recoverContent(world)(lock))).refusal).to.equal('version-changed');
    expect((await refusalOf(purgeContent(world)(lock))).refusal).to.equal('version-changed');
    expect(await recoverContent(world)({ ...lock, ifMatch: [1] })).to.include({ version: 1, status: 'DRAFT' });
  });

  it('adds a revision if the recovery changes the content', async () => {
    const { id } = published;
    await deleteContent(world)({ actor, id });
    expect(await recoverContent(world)({ actor, id })).to.include({ version: 2, status: 'DRAFT' });
    const { items } = await world.revisions.list({ contentId: id, ...page });
    expect(items.map(({ kind, version }) => [kind, version])).to.deep.equal([
      ['RESTORE', 2],
      ['SAVE', 1],
    ]);
  });

  it('refuses to remove a content for good that is not in it', async () => {
    expect((await refusalOf(purgeContent(world)({ actor, id: draft.id }))).refusal).to.equal('content-not-found');
    expect((await world.contents.find(draft.id))?.id).to.equal(draft.id);
  });
});
