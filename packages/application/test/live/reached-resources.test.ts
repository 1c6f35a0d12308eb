import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { noticesOf, type Notice, type StreamRecipient } from '@portcullis/domain/internal/events/live-updates';
import { ownResource } from '@portcullis/domain/internal/own-resource';
import { aCategory, aContent, anActor, given } from '@portcullis/testing';
import { ownWorld } from '@portcullis/testing/internal/own-world';
import { expect } from 'chai';
import { readReach } from '../../src/live/reached-resources.ts';
import { aLiveSession } from '../support/live-session.ts';

const fields = {
  name: { type: 'text', max: 64 },
  size: { type: 'choice', values: ['small', 'large'] },
  price: { type: 'decimal', precision: 5, scale: 2, default: '0.00' },
  category: { type: 'reference', to: 'category', optional: true },
} as const;
const labels = ownResource('acme.label', 'acme.labels', { fields, namedBy: 'name' });
const { world, use } = ownWorld(labels);
const actor = anActor();

/** Whether the conditions of a recipient include the resource of each notice. */
async function reached(recipient: StreamRecipient, notices: readonly Notice[]): Promise<readonly boolean[]> {
  const at = world.clock.now();
  const isReached = await readReach(
    world,
    notices.map((notice, position) => ({ position, at, notice })),
  );
  return notices.map((notice) => isReached(notice, recipient));
}

describe('The contents that a condition reaches', () => {
  const root = aCategory();
  const leaf = aCategory({ parentId: root.id });
  const [inLeaf, outside] = [aContent({ categoryId: leaf.id }), aContent()];
  before(() => given(world, { categories: [root, leaf], contents: [inLeaf, outside] }));

  const reader = aLiveSession({ drafts: { attr: 'resource.categoryId', under: root.id } });
  const by = { id: null, name: null };
  const notice = ({ id, title }: typeof inLeaf): Notice => ({
    kind: 'content',
    type: 'content.updated',
    id,
    title,
    by,
  });

  it('are those that meet it in their present state, with the categories above', async () => {
    expect(await reached(reader, [notice(inLeaf), notice(outside), notice(aContent())])).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('are decided by the recorded values if they were deleted', async () => {
    const deleted = ({ id }: typeof inLeaf, categoryId: string | null): Notice => ({
      kind: 'content',
      type: 'content.deleted',
      id,
      title: null,
      by,
      removed: { categoryId },
    });
    const notices = [deleted(aContent(), leaf.id), deleted(aContent(), null), deleted(inLeaf, null)];
    expect(await reached(reader, notices)).to.deep.equal([true, false, false]);
  });

  it('are never reached by notices about something else', async () => {
    const access: Notice = { kind: 'access' };
    const everything = aLiveSession({ drafts: true });
    expect(await reached(everything, [access])).to.deep.equal([false]);
    expect(await reached(everything, [access, notice(outside)])).to.deep.equal([false, true]);
  });
});

describe('The resources of another package that a condition reaches', () => {
  const small: Condition = { attr: 'resource.size', eq: 'small' };
  const reads = (code: string, condition: Condition = small) =>
    aLiveSession({ conditionalReads: [{ code, condition, attributes: {} }] });
  const reader = reads(labels.permissions.read);
  const notices: Notice[] = [];

  before(async () => {
    for (const size of ['small', 'large']) {
      const { id } = await use.create({ actor, draft: { name: size, size } });
      notices.push(...(await world.events.page({ limit: 1, subjectId: id })).flatMap(noticesOf));
    }
  });

  it('are those that meet it', async () => {
    expect(await reached(reader, notices)).to.deep.equal([true, false]);
    expect(await reached(reads(labels.permissions.read, { not: small }), notices)).to.deep.equal([false, true]);
  });

  it('are those whose category is below the one that it names', async () => {
    const root = aCategory();
    const leaf = aCategory({ parentId: root.id });
    await given(world, { categories: [root, leaf] });
    const { id } = await use.create({ actor, draft: { name: 'Below', size: 'small', category: leaf.id } });
    const created = (await world.events.page({ limit: 1, subjectId: id })).flatMap(noticesOf);
    const under = reads(labels.permissions.read, { attr: 'resource.category', under: root.id });
    expect(await reached(under, [...created, ...notices])).to.deep.equal([true, false, false]);
  });

  it('are decided by the recorded values if they were deleted', async () => {
    const { id } = await use.create({ actor, draft: { name: 'Gone', size: 'small' } });
    await use.remove({ actor, id, ifMatch: undefined });
    const both = (await world.events.page({ limit: 2, subjectId: id })).flatMap(noticesOf);
    expect(both.map((notice) => ('removed' in notice ? 'deleted' : 'created'))).to.deep.equal(['deleted', 'created']);
    expect(await reached(reader, both)).to.deep.equal([true, false]);
    const cheap = reads(labels.permissions.read, { attr: 'resource.price', lt: 1 });
    expect(await reached(cheap, both)).to.deep.equal([true, false]);
  });

  it('are all of them for every user if everybody who is logged in may read them', async () => {
    const notes = ownResource('acme.note', 'acme.notes', { fields, namedBy: 'name', read: 'authenticated' });
    const { world: other, use: useNotes } = ownWorld(notes);
    const { id } = await useNotes.create({ actor, draft: { name: 'Open', size: 'large' } });
    const [notice] = (await other.events.page({ limit: 1, subjectId: id })).flatMap(noticesOf);
    if (notice === undefined) throw new Error('The creation has no notice.');
    const isReached = await readReach(other, [{ position: 1, at: other.clock.now(), notice }]);
    expect(isReached(notice, aLiveSession())).to.equal(true);
  });

  it('are none for a permission that was not granted, and none of a package that cannot be read', async () => {
    expect(await reached(reads('acme.other.read'), notices)).to.deep.equal([false, false]);
    const unread = notices.map((notice) => ({
      ...notice,
      ...(notice.kind === 'own' && { permission: 'acme.other.read', removed: { size: 'small' } }),
    }));
    expect(await reached(reads('acme.other.read'), unread)).to.deep.equal([false, false]);
  });

  it('are none for users who may read all contents', async () => {
    const removed = { size: 'small' };
    const deleted = notices.map((notice) => ({ ...notice, ...(notice.kind === 'own' && { removed }) }));
    const content = aContent();
    const drafts: Notice = { kind: 'content', type: 'content.created', id: content.id, title: null, by: actor };
    expect(await reached(aLiveSession({ drafts: true }), [drafts, ...deleted])).to.deep.equal([false, false, false]);
  });
});
