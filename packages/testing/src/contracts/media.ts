import { expect } from 'chai';
import type { MediaListQuery } from '@portcullis/application/internal/ports/media';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { aMediaFile, anId, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

const at = new Date('2026-03-01T00:00:00.000Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

export function mediaContract(adapter: string, open: OpenStore): void {
  describe(`Media contract, ${adapter}`, () => {
    it('stores every field unchanged', async () => {
      const { work, media } = open();
      const uploader = aUser();
      const file = aMediaFile({
        alt: 'A bridge',
        title: 'Bridge',
        folder: 'press/2026',
        focus: { x: 0.25, y: 1 },
        duration: 2.5,
        bytes: 5_000_000_000,
        uploaderId: uploader.id,
      });
      await given(work, { users: [uploader], media: [file] });
      const stored = { ...file, variants: [] };
      expect(await media.find(file.id)).to.deep.equal(stored);
      expect(await media.findAll([anId(), file.id])).to.deep.equal([stored]);
      expect(await media.uploaded(uploader.id, file.receivedSha256)).to.deep.equal(stored);
      expect(await work.run((tx) => tx.media.lock(file.id))).to.deep.equal(file);
      const { id, fileName, type, mime, bytes, sha256 } = file;
      const sent = { id, fileName, type, mime, bytes, sha256, variants: [] };
      expect(await media.served(id)).to.deep.equal(sent);
    });

    it('reads in a transaction what the transaction has stored', async () => {
      const { work } = open();
      const file = aMediaFile();
      const found = await work.run(async (tx) => {
        await tx.media.add(file);
        return tx.media.find(file.id);
      });
      expect(found).to.deep.equal({ ...file, variants: [] });
    });

    it('returns undefined for a file that does not exist', async () => {
      const { media } = open();
      expect(await media.find(anId())).to.equal(undefined);
      expect(await media.served(anId())).to.equal(undefined);
      expect(await media.uploaded(anId(), 'unknown')).to.equal(undefined);
      expect(await media.findAll([])).to.deep.equal([]);
    });

    it('keeps the files of a removed user, without an uploader and with a new version', async () => {
      const { work, media } = open();
      const uploader = aUser();
      const file = aMediaFile({ uploaderId: uploader.id });
      await given(work, { users: [uploader], media: [file] });
      await work.run((tx) => tx.users.remove(uploader.id));
      expect(await media.find(file.id)).to.include({ uploaderId: null, version: 2 });
    });

    it('adds the bytes of all files and of one uploader, and lets concurrent uploads wait', async () => {
      const { work, media } = open();
      const [one, other] = [aUser(), aUser()];
      const before = await media.bytes(one.id);
      const files = [aMediaFile({ bytes: 10, uploaderId: one.id }), aMediaFile({ bytes: 7, uploaderId: other.id })];
      await given(work, { users: [one, other], media: files });
      const expected = { all: before.all + 17, ofUploader: 10 };
      expect(await media.bytes(one.id)).to.deep.equal(expected);
      expect(await work.run((tx) => tx.media.lockBytes(one.id))).to.deep.equal(expected);
      const lock = { one: one.id, other: other.id };
      const ends = await completionOrder(
        work,
        (tx) => tx.media.lockBytes(lock.one),
        (tx) => tx.media.lockBytes(lock.other),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('lets uploads of one user wait for each other', async () => {
      const { work } = open();
      const id = anId<'User'>();
      const lock = (tx: StoreTransaction) => tx.media.lockUploads(id);
      expect(await completionOrder(work, lock, lock)).to.deep.equal(oneAfterTheOther);
    });

    it('keeps the sums of bytes equal to those of the files, in a random history of concurrent writes', async () => {
      const { work, media } = open();
      const uploaders = [aUser(), aUser()];
      await given(work, { users: uploaders });
      const before = (await media.bytes(anId())).all;
      const files = new Map<MediaId, MediaFile>();
      const sumOf = (by?: string): number =>
        [...files.values()]
          .filter(({ uploaderId }) => by === undefined || uploaderId === by)
          .reduce((sum, { bytes }) => sum + bytes, 0);
      const failure = new Error('The transaction fails.');
      for (let round = 0; round < 6; round += 1) {
        const stored = [...files.keys()];
        const writes = Array.from({ length: 6 }, () => Math.random()).map(async (random) => {
          const uploaderId = uploaders[Math.floor(random * 3)]?.id ?? null;
          const file = aMediaFile({ bytes: Math.floor(random * 9e9), uploaderId });
          const removed = random < 0.3 ? stored.pop() : undefined;
          const fails = random > 0.8;
          if (removed !== undefined) files.delete(removed);
          else if (!fails) files.set(file.id, file);
          const written = work.run(async (tx) => {
            await (removed === undefined ? tx.media.add(file) : tx.media.remove(removed));
            if (removed === undefined && fails) throw failure;
          });
          await written.catch((error: unknown) => expect(error).to.equal(failure));
        });
        await Promise.all(writes);
        for (const { id } of uploaders)
          expect(await media.bytes(id)).to.deep.equal({ all: before + sumOf(), ofUploader: sumOf(id) });
      }
      const [{ id } = aUser()] = uploaders;
      await work.run((tx) => tx.users.remove(id));
      expect(await media.bytes(id)).to.deep.equal({ all: before + sumOf(), ofUploader: 0 });
    });

    it('returns all files in pages in the order of their ids, and which of some ids exist', async () => {
      const { work, media } = open();
      const files = [aMediaFile(), aMediaFile(), aMediaFile({ type: 'document' })];
      const [missing, ids] = [anId<'Media'>(), files.map(({ id }) => id).toSorted()];
      await given(work, { media: files });
      expect((await media.existing([missing, ...ids])).toSorted()).to.deep.equal(ids);
      const all: MediaId[] = [];
      for (let page = await media.servedPage({ limit: 2 }); page.length > 0; ) {
        expect(page.length).to.be.at.most(2);
        all.push(...page.map(({ id }) => id));
        page = await media.servedPage({ limit: 2, after: all.at(-1) });
      }
      expect(all).to.deep.equal(all.toSorted());
      expect(all).to.include.members(ids);
    });

    it('keeps the first mark of the store, and whether the store has been claimed', async () => {
      const { work, media } = open();
      const [first, second] = [unique('mark'), unique('mark')];
      const lock = (proposed: string) => work.run((tx) => tx.media.lockStoreMark(proposed));
      const [one, other] = await Promise.all([lock(first), lock(second)]);
      expect(one).to.deep.equal(other);
      expect(await media.storeMark()).to.deep.equal(one);
      await work.run((tx) => tx.media.claimStore());
      expect(await media.storeMark()).to.deep.equal({ text: one.text, isClaimed: true });
    });

    it('counts in a transaction the bytes of uploads for which it has waited', async () => {
      const { work } = open();
      const uploader = aUser();
      await given(work, { users: [uploader] });
      const upload = () =>
        work.run(async (tx) => {
          const { ofUploader } = await tx.media.lockBytes(uploader.id);
          await tx.media.add(aMediaFile({ bytes: 10, uploaderId: uploader.id }));
          return ofUploader;
        });
      expect((await Promise.all([upload(), upload(), upload()])).toSorted((a, b) => a - b)).to.deep.equal([0, 10, 20]);
    });

    it('filters by type, folder and uploader, and searches name, alternative text and title', async () => {
      const { work, media } = open();
      const uploader = aUser();
      const folder = unique('folder');
      const picture = aMediaFile({ folder, alt: `${folder} Bridge`, createdAt: later(0) });
      const film = aMediaFile({ folder, type: 'video', title: `${folder} bridge`, createdAt: later(1) });
      const text = aMediaFile({ folder, type: 'document', uploaderId: uploader.id, createdAt: later(2) });
      const below = aMediaFile({ folder: `${folder}/below`, name: `${folder}BRIDGE.png` });
      await given(work, { users: [uploader], media: [picture, film, text, below] });
      const found = async (query: Partial<MediaListQuery>) =>
        (await media.list({ page: 1, pageSize: 10, ...query })).items.map(({ id }) => id);
      expect(await found({ folder })).to.deep.equal([text.id, film.id, picture.id]);
      expect(await found({ folder, sortBy: 'createdAt' })).to.deep.equal([picture.id, film.id, text.id]);
      expect(await found({ folder, type: 'video' })).to.deep.equal([film.id]);
      expect(await found({ uploaderId: uploader.id })).to.deep.equal([text.id]);
      expect(await found({ search: `${folder} bridge` })).to.have.members([picture.id, film.id]);
      expect(await found({ search: `${folder}bridge` })).to.deep.equal([below.id]);
    });

    it('lists the files for which a condition is true, with their total', async () => {
      const { work, media } = open();
      const folder = unique('folder');
      const [picture, film] = [aMediaFile({ folder }), aMediaFile({ folder, type: 'video' })];
      await given(work, { media: [picture, film, aMediaFile()] });
      const query = { page: 1, pageSize: 10, folder };
      const { items, total } = await media.list({ ...query, reach: { attr: 'resource.type', eq: 'video' } });
      expect([items.map(({ id }) => id), total]).to.deep.equal([[film.id], 1]);
      const both: Condition = {
        all: [
          { attr: 'resource.folder', eq: folder },
          { attr: 'resource.type', in: ['image', 'audio'] },
        ],
      };
      expect((await media.list({ ...query, reach: both })).items.map(({ id }) => id)).to.deep.equal([picture.id]);
      const unknown: Condition = { attr: 'resource.uploaderId', ne: anId() };
      expect((await media.list({ ...query, reach: unknown })).total).to.equal(0);
    });
  });
}
