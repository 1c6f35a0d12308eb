import { expect } from 'chai';
import type { MediaListQuery } from '@portcullis/application/internal/ports/media';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { Condition } from '@portcullis/domain/internal/condition';
import type { MediaId } from '@portcullis/domain/internal/ids';
import type { MediaFile } from '@portcullis/domain/internal/media';
import type { ContentStatus } from '@portcullis/domain/internal/schedule';
import { aContent, aMediaFile, anId, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

const at = new Date('2026-03-01T00:00:00.000Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** Markdown that shows a file. */
const showing = ({ id, fileName }: Pick<MediaFile, 'id' | 'fileName'>): string => `![](/media/${id}/${fileName})`;

const variants = [
  { preset: 'small', width: 640, height: 360, fallback: 'jpg' as const, webpBytes: 20, fallbackBytes: 30, version: 1 },
];

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

    it('finds the pictures whose variants were made with other presets', async () => {
      const { work, media } = open();
      const [made, waiting, text] = [aMediaFile(), aMediaFile(), aMediaFile({ type: 'document' })];
      await given(work, { media: [made, waiting, text] });
      await work.run((tx) => tx.media.demandVariants([made.id], new Date(0)));
      const presets = unique('small=640');
      const period = { now: at, until: later(1) };
      const leased = await work.run((tx) => tx.media.takePicture(period));
      await work.run(async (tx) => leased && tx.media.saveVariants(leased, variants, presets));
      expect(leased?.id).to.equal(made.id);
      const others = async (wanted: string): Promise<readonly MediaId[]> => {
        const found = await media.withOtherPresets(wanted, { limit: 100_000 });
        return [made, waiting, text].map(({ id }) => id).filter((id) => found.includes(id));
      };
      expect(await others(presets)).to.deep.equal([waiting.id]);
      expect(await others('large=1920')).to.deep.equal([made.id, waiting.id]);
      const found = await media.withOtherPresets('large=1920', { limit: 1 });
      expect(await media.withOtherPresets('large=1920', { limit: 1, after: found[0] })).not.to.deep.equal(found);
      expect((await media.find(made.id))?.version).to.equal(1);
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

    it('knows which contents and working copies refer to a file, also after they have changed', async () => {
      const { work, media } = open();
      const [file, other] = [aMediaFile(), aMediaFile()];
      const content = aContent({ contentMd: `${showing(file)} ${showing(file).toUpperCase()} ${showing(other)}` });
      const rich = aContent({ editorType: 'RICHTEXT', contentHtml: `<img src="/media/${file.id}/x.png">` });
      await given(work, { media: [file, other], contents: [content, rich] });
      const referring = async (id: MediaId) => work.run((tx) => tx.media.references(id, 10));
      const both = [content, rich].map(({ id }) => ({ contentId: id, isWorkingCopy: false }));
      expect(await referring(file.id)).to.have.deep.members(both);
      expect(await work.run((tx) => tx.media.references(file.id, 1))).to.have.length(1);
      await work.run((tx) => tx.contents.save({ ...content, contentMd: showing(other) }, content));
      expect(await referring(file.id)).to.deep.equal(both.slice(1));
      expect(await referring(other.id)).to.deep.equal(both.slice(0, 1));
      await work.run((tx) => tx.contents.save({ ...rich, contentHtml: null, coverId: file.id }, rich));
      expect(await referring(file.id)).to.deep.equal(both.slice(1));
      await work.run((tx) => tx.contents.remove(rich.id));
      expect(await referring(file.id)).to.deep.equal([]);
      const unused = async (id: MediaId) => {
        const name = (await media.find(id))?.name ?? '';
        return (await media.list({ page: 1, pageSize: 10, search: name, unused: true })).total;
      };
      expect([await unused(file.id), await unused(other.id)]).to.deep.equal([1, 0]);
      const used = { page: 1, pageSize: 10, search: other.name, unused: false };
      expect((await media.list(used)).items.map(({ id }) => id)).to.deep.equal([other.id]);
    });

    it('locks a picture that becomes the cover of a content, so that it is not removed', async () => {
      const { work } = open();
      const [file, film] = [aMediaFile(), aMediaFile({ type: 'video' })];
      await given(work, { media: [file, film] });
      const lock = (id: MediaId) => work.run((tx) => tx.media.lockPicture(id));
      expect([await lock(file.id), await lock(film.id), await lock(anId())]).to.deep.equal([true, false, false]);
      const ends = await completionOrder(
        work,
        (tx) => tx.media.lockPicture(file.id),
        (tx) => tx.media.references(file.id, 10),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('does not remove a file while a content that refers to it is being stored', async () => {
      const { work } = open();
      const file = aMediaFile();
      const content = aContent({ contentMd: showing(file) });
      await given(work, { media: [file] });
      const found: unknown[] = [];
      const ends = await completionOrder(
        work,
        (tx) => tx.contents.add(content),
        async (tx) => found.push(...(await tx.media.references(file.id, 10))),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
      expect(found).to.deep.equal([{ contentId: content.id, isWorkingCopy: false }]);
    });

    it('returns what refers to a file, but only what the reader may read', async () => {
      const { work, media } = open();
      const file = aMediaFile();
      const author = aUser();
      const of = (status: ContentStatus, minutes: number) =>
        aContent({ status, contentMd: showing(file), authorId: author.id, createdAt: later(minutes) });
      const [published, draft] = [of('PUBLISHED', 1), of('DRAFT', 2)];
      await given(work, { users: [author], media: [file], contents: [published, draft, aContent()] });
      await work.run((tx) => tx.revisions.addMissing([draft.id]));
      const covered = { ...draft, contentMd: null, coverId: file.id };
      await work.run((tx) => tx.contents.save(covered, draft));
      await work.run((tx) => tx.revisions.addMissing([draft.id]));
      const named = ({ id, title, slug, status }: typeof draft) => ({ id, title, slug, status });
      const totals = { contents: 2, workingCopies: 0, revisions: 2 };
      const revisions = [1, 2].map((version) => ({ contentId: draft.id, version, title: draft.title }));
      const all = { contents: [draft, published].map(named), workingCopies: [], revisions, totals };
      expect(await media.usage(file.id, true)).to.deep.equal(all);
      expect(await media.usage(file.id, { attr: 'resource.authorId', eq: author.id })).to.deep.equal(all);
      const visible = { contents: [named(published)], workingCopies: [], revisions: [], totals };
      expect(await media.usage(file.id, false)).to.deep.equal(visible);
      expect(await media.usage(file.id, { attr: 'resource.authorId', eq: anId() })).to.deep.equal(visible);
    });

    it('gives each picture that waits for its variants to one process, until the lease ends', async () => {
      const { work, media } = open();
      const [picture, text] = [aMediaFile({ focus: { x: 0, y: 1 } }), aMediaFile({ type: 'document' })];
      await given(work, { media: [picture, text] });
      await work.run((tx) => tx.media.demandVariants([picture.id, text.id, anId()], at));
      const take = (minutes: number) =>
        work.run((tx) => tx.media.takePicture({ now: later(minutes), until: later(minutes + 2) }));
      expect(await media.hasDemand(later(-1))).to.equal(false);
      expect(await take(-1)).to.equal(undefined);
      expect(await media.hasDemand(later(1))).to.equal(true);
      const leased = await take(1);
      expect(leased).to.deep.equal({ id: picture.id, focus: { x: 0, y: 1 }, version: 1, leasedUntil: later(3) });
      expect([await media.hasDemand(later(2)), await take(2)]).to.deep.equal([false, undefined]);
      const again = await take(3);
      expect(again).to.include({ id: picture.id });
      const save = async (lease: typeof leased) =>
        work.run(async (tx) => lease && tx.media.saveVariants(lease, variants, 'small=640'));
      expect(await save(leased)).to.equal(false);
      expect(await save(again)).to.equal(true);
      expect(await media.find(picture.id)).to.deep.include({ variants, version: 1 });
      expect(await media.served(picture.id)).to.deep.include({ variants });
      expect(await take(60)).to.equal(undefined);
    });

    it('makes variants again that were demanded while they were being made', async () => {
      const { work, media } = open();
      const picture = aMediaFile();
      await given(work, { media: [picture] });
      await work.run((tx) => tx.media.demandVariants([picture.id], at));
      const leased = await work.run((tx) => tx.media.takePicture({ now: later(1), until: later(3) }));
      await work.run((tx) => tx.media.demandVariants([picture.id], later(2)));
      const isSaved = await work.run(async (tx) => leased && tx.media.saveVariants(leased, variants, 'small=640'));
      expect(isSaved).to.equal(false);
      const next = await work.run((tx) => tx.media.takePicture({ now: later(3), until: later(5) }));
      expect(next).to.include({ id: picture.id, version: 2 });
      await work.run((tx) => tx.media.remove(picture.id));
      expect(await media.hasDemand(later(60))).to.equal(false);
    });
  });
}
