import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { aMediaFile, anActor, aUser } from '@portcullis/testing/internal/builders';
import { hashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { StoreFailure } from '../../src/ports/unit-of-work.ts';
import { uploadMedia, type UploadMediaInput } from '../../src/media/upload-media.ts';
import { receiving, unlimited } from '../support/uploads.ts';
import { replaceMembers } from '../support/replace-members.ts';

const readers = ({ media: { find, bytes } }: InMemoryWorld) => ({ find, bytes });

describe('uploadMedia', () => {
  const user = aUser();
  const actor = anActor({ id: user.id });
  let world: InMemoryWorld;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [user] });
  });

  const upload = (content: string, input: Partial<UploadMediaInput> = {}, deps: object = {}) =>
    uploadMedia({ ...world, ...unlimited, ...deps })({
      actor,
      announcedBytes: 0,
      receive: receiving(world, content),
      ...input,
    });
  const storedKeys = (): readonly string[] => [...world.mediaStore.stored.keys()];

  it('stores the bytes that were written without metadata, and what the inspector found', async () => {
    const receive = receiving(world, 'picture 800x600', { name: 'a/Bridge.JPG', alt: 'A bridge', folder: 'press' });
    const { media, isNew } = await upload('', { receive });
    const at = world.clock.now();
    expect([isNew, media]).to.deep.equal([
      true,
      {
        id: media.id,
        name: 'Bridge.JPG',
        fileName: 'bridge.png',
        type: 'image',
        mime: 'image/png',
        bytes: 32,
        sha256: hashOf('picture 800x600 without metadata'),
        receivedSha256: hashOf('picture 800x600'),
        width: 800,
        height: 600,
        duration: null,
        thumbhash: 'dGh1bWI=',
        focus: null,
        alt: 'A bridge',
        title: null,
        folder: 'press',
        uploaderId: user.id,
        variants: [],
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
    ]);
    expect(storedKeys()).to.deep.equal([`${media.id}/original`]);
    expect(world.localFiles.files.size).to.equal(0);
  });

  it('demands variants of pictures, and of nothing else', async () => {
    let woken = 0;
    const mediaWakeUp = { wake: () => (woken += 1) };
    await upload('film 12', {}, { mediaWakeUp });
    expect([woken, await world.media.hasDemand(world.clock.now())]).to.deep.equal([0, false]);
    await upload('picture 8x8', {}, { mediaWakeUp });
    expect([woken, await world.media.hasDemand(world.clock.now())]).to.deep.equal([1, true]);
  });

  it('returns the stored file for the same bytes of the same user, without processing them', async () => {
    const first = await upload('picture 8x8');
    const prepare = () => Promise.reject(new Error('The bytes were processed again.'));
    const mediaInspector = { ...world.mediaInspector, prepare };
    const again = await upload('picture 8x8', {}, { mediaInspector });
    expect(again).to.deep.equal({ media: first.media, isNew: false });
    const other = aUser();
    await given(world, { users: [other] });
    expect((await upload('picture 8x8', { actor: anActor({ id: other.id }) })).isNew).to.equal(true);
  });

  it('returns the stored file only to callers who may read it, and who may store a file as requested', async () => {
    const receive = receiving(world, 'picture 8x8', { folder: 'press' });
    const { media } = await upload('', { receive });
    const inFolder = (folder: string) => ({ attr: 'resource.folder', eq: folder }) as const;
    // The second view knows nothing of the file yet, so that the transaction has to decide.
    for (const deps of [{}, { media: { ...readers(world), uploaded: async () => undefined } }]) {
      const again = (requested: string | undefined, reach: UploadMediaInput['reach']) =>
        upload('', { receive: receiving(world, 'picture 8x8', requested ? { folder: requested } : {}), reach }, deps);
      const { isNew, media: same } = await again('press', inFolder('press'));
      expect([isNew, same.id]).to.deep.equal([false, media.id]);
      for (const [requested, reach] of [
        ['news', inFolder('news')],
        ['news', inFolder('press')],
        [undefined, inFolder('press')],
        ['press', false],
      ] as const)
        expect((await refusalOf(again(requested, reach))).refusal).to.equal('permission-required');
    }
    expect(storedKeys()).to.deep.equal([`${media.id}/original`]);
  });

  it('keeps the bytes of one file if two uploads of the same bytes end at the same time', async () => {
    const results = await Promise.all([upload('picture 8x8'), upload('picture 8x8')]);
    expect(new Set(results.map(({ media }) => media.id)).size).to.equal(1);
    expect(results.map(({ isNew }) => isNew)).to.have.members([false, true]);
    expect(storedKeys()).to.deep.equal([`${results[0]?.media.id}/original`]);
  });

  it('stores no more bytes than allowed, in all and of each user, also of concurrent uploads', async () => {
    const quota = (all: number, perUploader: number) => ({ mediaQuota: { all, perUploader } });
    await given(world, { media: [aMediaFile({ bytes: 100 })] });
    const refused = async (announcedBytes: number, deps: object) =>
      (await refusalOf(upload('film 123', { announcedBytes }, deps))).message;
    expect(await refused(1, quota(100, 100))).to.match(/Ask an administrator/);
    expect(await refused(0, quota(107, 100))).to.match(/Ask an administrator/);
    expect(await refused(0, quota(200, 7))).to.match(/You have no space/);
    const attempts = await Promise.allSettled(
      ['film 123', 'film 456', 'film 789'].map((text) => upload(text, {}, quota(1000, 16))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).to.have.length(2);
    expect(storedKeys()).to.have.length(2);
    expect((await world.media.bytes(user.id)).ofUploader).to.equal(16);
  });

  it('receives nothing if the announced bytes exceed the quota, or the inspector has no capacity', async () => {
    const receive = () => Promise.reject(new Error('The file was received.'));
    const mediaQuota = { all: 10, perUploader: 10 };
    const tooLarge = upload('', { announcedBytes: 11, receive }, { mediaQuota });
    expect((await refusalOf(tooLarge)).refusal).to.equal('media-quota-exceeded');
    world.mediaInspector.isBusy = true;
    expect((await refusalOf(upload('', { receive }))).refusal).to.equal('media-busy');
  });

  it('accepts what just fits into a quota, and refuses one byte more, of all users or of one', async () => {
    const receive = () => Promise.reject(new Error('The file was received.'));
    for (const quota of [
      { all: 10, perUploader: Infinity },
      { all: Infinity, perUploader: 10 },
    ]) {
      const announce = (announcedBytes: number) => upload('', { announcedBytes, receive }, { mediaQuota: quota });
      expect((await refusalOf(announce(11))).refusal).to.equal('media-quota-exceeded');
      const accepted: unknown = await announce(10).catch((error: unknown) => error);
      expect(accepted).to.have.property('message', 'The file was received.');
    }
  });

  it('stores nothing if the permissions of the caller do not reach the file', async () => {
    const reach = { attr: 'resource.type', eq: 'image' } as const;
    expect((await refusalOf(upload('film 12', { reach }))).refusal).to.equal('permission-required');
    expect((await upload('picture 8x8', { reach })).isNew).to.equal(true);
    const own = (id: UserId) => ({ attr: 'resource.uploaderId', eq: id }) as const;
    expect((await upload('film 1', { reach: own(user.id) })).isNew).to.equal(true);
    expect((await refusalOf(upload('film 2', { reach: own(aUser().id) }))).refusal).to.equal('permission-required');
    expect(storedKeys()).to.have.length(2);
  });

  it('removes the bytes if the row cannot be stored, and reports why', async () => {
    const work = { run: () => Promise.reject(new BusinessError('overloaded' as never, 'Busy.')) };
    const failed = upload('film 12', {}, { work });
    expect((await refusalOf(failed)).message).to.equal('Busy.');
    expect(storedKeys()).to.deep.equal([]);
    const mediaStore = replaceMembers(world.mediaStore, {
      remove: () => Promise.reject(new Error('The store does not respond.')),
    });
    expect((await refusalOf(upload('film 12', {}, { work, mediaStore }))).message).to.equal('Busy.');
  });

  it('keeps the bytes if the row may have been stored, although its outcome is unknown', async () => {
    const lost = new StoreFailure('The outcome of a commit is not known.', { kind: 'outcome-unknown' });
    const run: InMemoryWorld['run'] = async (...args) => {
      const result = await world.run(...args);
      if ((await world.media.list({ page: 1, pageSize: 1 })).total > 0) throw lost;
      return result;
    };
    const failure = await upload('film 12', {}, { work: { run } }).catch((error: unknown) => error);
    expect(failure).to.equal(lost);
    const { items } = await world.media.list({ page: 1, pageSize: 2 });
    expect(items).to.have.length(1);
    expect(storedKeys()).to.have.length(1);
  });
});
