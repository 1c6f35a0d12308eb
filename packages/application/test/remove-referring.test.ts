import { ownResource, type OwnDraft, type OwnEntity, type OwnResource } from '@portcullis/domain/internal/own-resource';
import { aCategory, aContent, anActor, given, ownWorld, refusalOf } from '@portcullis/testing';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { deleteCategory, updateCategory } from '../src/categories/categories.ts';
import { changeContents } from '../src/contents/change-contents.ts';
import { deleteMedia } from '../src/media/delete-media.ts';

const name = { type: 'text', max: 64 } as const;
const folders = ownResource('acme.folder', 'acme.folders', {
  fields: { name, parent: { type: 'reference', to: 'self', optional: true, onDelete: 'remove' } },
  namedBy: 'name',
});
const notes = ownResource('acme.note', 'acme.notes', {
  fields: {
    name,
    folder: { type: 'reference', to: folders, optional: true, onDelete: 'remove' },
    category: { type: 'reference', to: 'category', optional: true, onDelete: 'remove' },
    contents: { type: 'references', to: 'content', onDelete: 'remove' },
    picture: { type: 'file', optional: true, onDelete: 'remove' },
  },
  namedBy: 'name',
});
const shelves = ownResource('acme.shelf', 'acme.shelves', {
  fields: {
    name,
    main: { type: 'reference', to: folders, optional: true, onDelete: 'clear' },
    others: { type: 'references', to: folders, onDelete: 'clear' },
    kept: { type: 'reference', to: folders, optional: true },
  },
  namedBy: 'name',
});

describe('Entries that refer to something that is deleted', () => {
  const actor = anActor();
  let { world, useOf } = ownWorld(notes, folders, shelves);
  const create = (resource: OwnResource, draft: OwnDraft) => useOf(resource).create({ actor, draft });
  const remove = (resource: OwnResource, { id }: Pick<OwnEntity, 'id'>) =>
    useOf(resource).remove({ actor, id, ifMatch: undefined });
  const namesOf = async (resource: OwnResource) => {
    const { items } = await useOf(resource).list({ query: { page: 1, pageSize: 100 } });
    return items.map((each) => each['name']);
  };
  /** The newest events about the deletion of entries, the first one first. */
  const deletions = async () =>
    (await world.events.page({ limit: 100 }))
      .filter(({ type }) => type.endsWith('.deleted'))
      .map(({ type, subject }) => `${type} ${subject.name}`)
      .toReversed();

  beforeEach(() => {
    ({ world, useOf } = ownWorld(notes, folders, shelves));
  });

  it('are removed with it if their field says so, and so are those that refer to them, each with its event', async () => {
    const top = await create(folders, { name: 'Top' });
    const inner = await create(folders, { name: 'Inner', parent: top.id });
    await create(folders, { name: 'Beside' });
    await create(notes, { name: 'First', folder: inner.id });
    await create(notes, { name: 'Second', folder: top.id });
    await create(notes, { name: 'Free' });
    await remove(folders, top);
    expect(await namesOf(folders)).to.deep.equal(['Beside']);
    expect(await namesOf(notes)).to.deep.equal(['Free']);
    const recorded = await deletions();
    expect(recorded[0]).to.equal('acme.folder.deleted Top');
    expect(recorded.slice(1)).to.have.members([
      'acme.folder.deleted Inner',
      'acme.note.deleted Second',
      'acme.note.deleted First',
    ]);
  });

  it('have events with the actor and the time of the deletion, and with the values that are gone', async () => {
    const top = await create(folders, { name: 'Top' });
    const inner = await create(folders, { name: 'Inner', parent: top.id });
    const later = anActor();
    world.clock.advance(1000);
    await useOf(folders).remove({ actor: later, id: top.id, ifMatch: undefined });
    const [ofTop] = await world.events.page({ limit: 1, subjectId: top.id });
    const [ofInner] = await world.events.page({ limit: 1, subjectId: inner.id });
    expect(ofInner).to.deep.include({
      type: 'acme.folder.deleted',
      subject: { type: 'acme.folder', id: inner.id, name: 'Inner' },
      changes: { name: { before: 'Inner', after: null }, parent: { before: top.id, after: null } },
      actor: ofTop?.actor,
      occurredAt: world.clock.now(),
      requestId: later.requestId,
    });
    expect(ofInner?.actor.id).to.equal(later.id);
    expect(ofInner?.id).not.to.equal(ofTop?.id);
  });

  it('are removed once each if they refer to one another in a circle', async () => {
    const first = await create(folders, { name: 'First' });
    const second = await create(folders, { name: 'Second', parent: first.id });
    const change = { parent: second.id };
    await useOf(folders).update({ actor, id: first.id, ifMatch: undefined, change });
    await remove(folders, first);
    expect(await namesOf(folders)).to.deep.equal([]);
    expect(await deletions()).to.deep.equal(['acme.folder.deleted First', 'acme.folder.deleted Second']);
  });

  it('are removed with something built in, and not when it is only changed', async () => {
    const [used, other] = [aCategory(), aCategory()];
    await given(world, { categories: [used, other] });
    await create(notes, { name: 'Gone', category: used.id });
    await create(notes, { name: 'Kept', category: other.id });
    await updateCategory(world)({ actor, id: used.id, change: { name: 'New name' } });
    expect(await namesOf(notes)).to.deep.equal(['Gone', 'Kept']);
    await deleteCategory(world)({ actor, id: used.id });
    expect(await namesOf(notes)).to.deep.equal(['Kept']);
    expect(await deletions()).to.deep.equal(['category.deleted New name', 'acme.note.deleted Gone']);
  });

  it('are removed with a file whose deletion is forced', async () => {
    const file = aMediaFile({ name: 'a.png' });
    await given(world, { media: [file] });
    await create(notes, { name: 'Gone', picture: file.id });
    await deleteMedia(world)({ actor, id: file.id, ifMatch: undefined, force: true, contents: true });
    expect(await namesOf(notes)).to.deep.equal([]);
    expect(await deletions()).to.deep.equal(['acme.note.deleted Gone']);
  });

  it('are removed with each of several that are deleted together, once even if they refer to two of them', async () => {
    const contents = [aContent(), aContent(), aContent()] as const;
    await given(world, { contents });
    const [a, b, c] = [contents[0].id, contents[1].id, contents[2].id];
    for (const [title, ids] of [
      ['First', [a]],
      ['Both', [a, b]],
      ['Second', [b]],
      ['Third', [c]],
    ] as const)
      await create(notes, { name: title, contents: ids });
    await changeContents(world)({ actor, ids: [a, b], action: 'delete', isAtomic: true });
    expect(await namesOf(notes)).to.deep.equal(['Third']);
    const removed = (await deletions()).filter((each) => each.startsWith('acme.note'));
    expect(removed).to.have.members(['acme.note.deleted First', 'acme.note.deleted Both', 'acme.note.deleted Second']);
  });

  it('stay if the deletion is refused', async () => {
    const top = await create(folders, { name: 'Top' });
    await create(notes, { name: 'Note', folder: top.id });
    const inner = await create(folders, { name: 'Inner', parent: top.id });
    await create(shelves, { name: 'Shelf', kept: inner.id });
    expect((await refusalOf(remove(folders, top))).refusal).to.equal('acme-folder-in-use');
    expect(await namesOf(folders)).to.deep.equal(['Top', 'Inner']);
    expect(await namesOf(notes)).to.deep.equal(['Note']);
    expect(await deletions()).to.deep.equal([]);
  });

  it('lose the reference if their field says so, without an event', async () => {
    const [top, other] = [await create(folders, { name: 'Top' }), await create(folders, { name: 'Other' })];
    const shelf = await create(shelves, { name: 'Shelf', main: top.id, others: [other.id, top.id] });
    await remove(folders, top);
    expect(await useOf(shelves).read({ id: shelf.id })).to.deep.include({ main: null, others: [other.id] });
    expect(await deletions()).to.deep.equal(['acme.folder.deleted Top']);
    const events = await world.events.page({ limit: 10, subjectId: shelf.id });
    expect(events.map(({ type }) => type)).to.deep.equal(['acme.shelf.created']);
  });
});
