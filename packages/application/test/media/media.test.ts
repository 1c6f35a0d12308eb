import type { Reach } from '@portcullis/domain/internal/access/reach';
import { ownResource, type OwnDraft } from '@portcullis/domain/internal/own-resource';
import type { EditableMedia } from '@portcullis/domain/internal/media/media';
import { expect } from 'chai';
import { deleteMedia, type DeleteMediaInput } from '../../src/media/delete-media.ts';
import { listMedia, readMedia, readMediaUsage } from '../../src/media/read-media.ts';
import { updateMedia } from '../../src/media/update-media.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import type { OwnViews } from '../../src/ports/own-resources.ts';
import { receiving, unlimited } from '../support/uploads.ts';
import { aContent, aMediaFile, anActor, anId } from '@portcullis/testing/internal/builders';
import { ownWorld } from '@portcullis/testing/internal/own-world';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('The media library', () => {
  const actor = anActor();
  const press = aMediaFile({ folder: 'press' });
  const other = aMediaFile({ folder: 'other' });
  const reach = { attr: 'resource.folder', eq: 'press' } as const;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { media: [press, other] });
  });

  it('returns a file to those who may read it', async () => {
    const read = readMedia(world);
    expect(await read({ id: press.id })).to.deep.equal({ ...press, variants: [] });
    expect((await read({ id: press.id, reach })).id).to.equal(press.id);
    for (const input of [{ id: other.id, reach }, { id: press.id, reach: false }, { id: anId<'Media'>() }]) {
      expect((await refusalOf(read(input))).refusal).to.equal('media-not-found');
    }
  });

  it('lists the files that the caller may read', async () => {
    const query = { page: 1, pageSize: 10 };
    const listed = async (input: Pick<Parameters<ReturnType<typeof listMedia>>[0], 'reach'>) =>
      (await listMedia(world)({ query, ...input })).items.map(({ id }) => id);
    expect(await listed({})).to.have.members([press.id, other.id]);
    expect(await listed({ reach: true })).to.have.members([press.id, other.id]);
    expect(await listed({ reach })).to.deep.equal([press.id]);
    const none = { items: [], total: 0, page: 3, pageSize: 5 };
    expect(await listMedia(world)({ query: { page: 3, pageSize: 5 }, reach: false })).to.deep.equal(none);
    const folder = { query: { ...query, folder: 'other' } };
    expect((await listMedia(world)({ ...folder, reach })).total).to.equal(0);
    expect((await listMedia(world)(folder)).total).to.equal(1);
  });

  it('names the contents that show a file, and only those that the caller may read', async () => {
    const [shown, hidden] = [aContent({ coverId: press.id, status: 'PUBLISHED' }), aContent({ coverId: press.id })];
    await given(world, { contents: [shown, hidden] });
    const usage = await readMediaUsage(world)({ id: press.id, reach, contents: false, entries: [] });
    expect(usage.contents.map(({ id }) => id)).to.deep.equal([shown.id]);
    expect(usage.totals).to.deep.equal({ contents: 2, workingCopies: 0, revisions: 0, entries: 0 });
    const refused = readMediaUsage(world)({ id: other.id, reach, contents: true, entries: [] });
    expect((await refusalOf(refused)).refusal).to.equal('media-not-found');
  });

  describe('names, of the entries of other resources that refer to a file,', () => {
    const name = { type: 'text', max: 64 } as const;
    const albums = ownResource('acme.album', 'acme.albums', {
      fields: {
        name,
        cover: { type: 'file', optional: true },
        pictures: { type: 'references', to: 'media' },
        owner: { type: 'reference', to: 'user', optional: true },
      },
      namedBy: 'name',
    });
    const posters = ownResource('acme.poster', 'acme.posters', {
      fields: { name, picture: { type: 'reference', to: 'media', optional: true } },
      namedBy: 'name',
    });

    const viewsOf = ({ list }: ReturnType<typeof ownWorld>['use']): Pick<OwnViews, 'list'> => ({
      list: (query) => list({ query }),
    });

    async function aGallery() {
      const { world: gallery, use, useOf, views } = ownWorld(albums, posters);
      await given(gallery, { media: [press, other] });
      const usage = (ofAlbums: Reach, ofPosters: Reach = true) =>
        readMediaUsage(gallery)({
          id: press.id,
          contents: true,
          entries: [
            { resource: albums, views, reach: ofAlbums },
            { resource: posters, views: viewsOf(useOf(posters)), reach: ofPosters },
          ],
        });
      const create = async (to: typeof use, draft: OwnDraft) => {
        gallery.clock.advance(1);
        return to.create({ actor, draft });
      };
      return {
        usage,
        anAlbum: (draft: OwnDraft) => create(use, draft),
        aPoster: (draft: OwnDraft) => create(useOf(posters), draft),
      };
    }

    it('those that the caller may read, the newest first', async () => {
      const { usage, anAlbum, aPoster } = await aGallery();
      const cover = await anAlbum({ name: 'Cover', cover: press.id });
      const poster = await aPoster({ name: 'Poster', picture: press.id });
      const inside = await anAlbum({ name: 'Inside', pictures: [other.id, press.id] });
      await anAlbum({ name: 'Unrelated', cover: other.id, pictures: [other.id] });
      await aPoster({ name: 'Empty' });
      const entries = [
        { resource: 'acme.album', id: inside.id, name: 'Inside' },
        { resource: 'acme.poster', id: poster.id, name: 'Poster' },
        { resource: 'acme.album', id: cover.id, name: 'Cover' },
      ];
      expect((await usage(true)).entries).to.deep.equal(entries);
      expect((await usage({ attr: 'resource.name', eq: 'Cover' }, false)).entries).to.deep.equal(entries.slice(2));
      expect((await usage(false)).entries).to.deep.equal(entries.slice(1, 2));
    });

    it('at most a hundred of all resources together', async () => {
      const { usage, anAlbum, aPoster } = await aGallery();
      await aPoster({ name: 'Oldest', picture: press.id });
      for (let count = 0; count < 50; count += 1) {
        await anAlbum({ name: 'Album', cover: press.id });
        await aPoster({ name: 'Poster', picture: press.id });
      }
      const { entries } = await usage(true);
      expect(entries).to.have.lengthOf(100);
      expect(entries.map(({ name: each }) => each)).not.to.include('Oldest');
    });
  });

  describe('updateMedia', () => {
    const update = (change: Partial<EditableMedia>, id = press.id, more: { readonly reach?: typeof reach } = {}) =>
      updateMedia(world)({ actor, id, change, ...more });

    it('changes what is written about a file', async () => {
      world.clock.advance(1);
      const changed = await update({ alt: 'A bridge' });
      expect(changed).to.deep.equal({
        ...press,
        alt: 'A bridge',
        version: 2,
        updatedAt: world.clock.now(),
        variants: [],
      });
      expect((await refusalOf(update({}, anId()))).refusal).to.equal('media-not-found');
    });

    it('requires that the caller reaches the file before and after the change', async () => {
      await update({ alt: 'A bridge' }, press.id, { reach });
      expect((await refusalOf(update({}, other.id, { reach }))).refusal).to.equal('media-not-found');
      const moved = update({ folder: 'other' }, press.id, { reach });
      expect((await refusalOf(moved)).refusal).to.equal('permission-required');
      expect((await refusalOf(update({ folder: 'press' }, other.id, { reach }))).refusal).to.equal('media-not-found');
      expect(await world.media.find(press.id)).to.include({ folder: 'press', alt: 'A bridge' });
    });

    const centre = { x: 0.5, y: 0.5 };
    const focuses: readonly (readonly [string, EditableMedia['focus'], Partial<EditableMedia>, boolean])[] = [
      ['a focus for the first time', null, { focus: centre }, true],
      ['another focus across', centre, { focus: { x: 0.6, y: 0.5 } }, true],
      ['another focus down', centre, { focus: { x: 0.5, y: 0.6 } }, true],
      ['no focus any more', centre, { focus: null }, true],
      ['the same focus', centre, { focus: { ...centre }, alt: 'New' }, false],
      ['no focus as before', null, { focus: null, alt: 'New' }, false],
      ['only another text', centre, { alt: 'New' }, false],
    ];
    for (const [what, before, change, isDemanded] of focuses) {
      it(`demands ${isDemanded ? 'new' : 'no'} variants of a picture that gets ${what}`, async () => {
        const file = aMediaFile({ focus: before });
        await given(world, { media: [file] });
        await update(change, file.id);
        expect(await world.media.hasDemand(world.clock.now())).to.equal(isDemanded);
      });
    }
  });

  describe('deleteMedia', () => {
    const remove = (id: DeleteMediaInput['id'], more: Partial<DeleteMediaInput> = {}, deps: object = {}) =>
      deleteMedia({ ...world, work: world, ...deps })({ actor, id, force: false, contents: true, ...more });
    const upload = async () => {
      const input = { actor, uploaderId: null, announcedBytes: 0, receive: receiving(world, 'picture 8x8') };
      return (await uploadMedia({ ...world, ...unlimited })(input)).media.id;
    };

    it('removes a file and its bytes', async () => {
      const id = await upload();
      await remove(id);
      expect(await world.media.find(id)).to.equal(undefined);
      expect([...world.mediaStore.stored.keys()]).to.deep.equal([]);
      expect((await refusalOf(remove(id))).refusal).to.equal('media-not-found');
    });

    it('removes a file even if its bytes cannot be removed now', async () => {
      const id = await upload();
      const mediaStore = { remove: () => Promise.reject(new Error('The store does not respond.')) };
      await remove(id, {}, { mediaStore });
      expect(await world.media.find(id)).to.equal(undefined);
    });

    it('refuses to remove a file that a content shows, unless it is forced', async () => {
      const content = aContent({ coverId: press.id });
      await given(world, { contents: [content] });
      expect(await refusalOf(remove(press.id))).to.deep.include({
        refusal: 'media-in-use',
        details: { usedBy: [{ contentId: content.id, isWorkingCopy: false }] },
      });
      expect(await world.media.find(press.id)).not.to.equal(undefined);
      await remove(press.id, { force: true });
      expect(await world.media.find(press.id)).to.equal(undefined);
    });

    it('refuses to remove a file that a draft shows, but names only contents that the caller may read', async () => {
      const [draft, published] = [
        aContent({ coverId: press.id }),
        aContent({ coverId: press.id, status: 'PUBLISHED' }),
      ];
      await given(world, { contents: [draft, published] });
      expect(await refusalOf(remove(press.id, { contents: false }))).to.deep.include({
        refusal: 'media-in-use',
        details: { usedBy: [{ contentId: published.id, isWorkingCopy: false }] },
      });
    });

    it('removes only files that the caller reaches', async () => {
      expect((await refusalOf(remove(other.id, { reach }))).refusal).to.equal('media-not-found');
      await remove(press.id, { reach });
      expect(await world.media.find(press.id)).to.equal(undefined);
      expect(await world.media.find(other.id)).not.to.equal(undefined);
    });
  });
});
