import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { defaultMediaPresets, variantKey, originalKey } from '@portcullis/domain/internal/media/media-file';
import { aMediaFile, anActor } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { deleteMedia } from '../../src/media/delete-media.ts';
import { makeVariants } from '../../src/media/make-variants.ts';
import { claimStore, WrongMediaStore } from '../../src/media/store-claim.ts';
import { sweepMedia } from '../../src/media/sweep-media.ts';
import { updateMedia } from '../../src/media/update-media.ts';

const minute = 60_000;

describe('makeVariants', () => {
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });
  const mediaPresets = defaultMediaPresets.filter(({ name }) => name === 'small' || name === 'square');
  const make = (deps: object = {}) => makeVariants({ ...world, mediaPresets, ...deps })();
  const keys = (): readonly string[] => [...world.mediaStore.stored.keys()];

  /** Stores a file that waits for its variants. */
  async function aWaitingPicture(content = 'picture 1600x900'): Promise<MediaFile> {
    const picture = aMediaFile();
    await given(world, { media: [picture] });
    await world.mediaStore.write(originalKey(picture.id), world.localFiles.put('/x', content));
    await world.run((tx) => tx.media.demandVariants([picture.id], world.clock.now()));
    return picture;
  }

  it('makes the variants of one picture after another, each in two formats', async () => {
    const pictures = [await aWaitingPicture(), await aWaitingPicture()];
    expect([await make(), await make(), await make()]).to.deep.equal([1, 1, 0]);
    for (const { id } of pictures) {
      const both = { fallback: 'png', webpBytes: 15, fallbackBytes: 15, version: 1 };
      expect((await world.media.find(id))?.variants).to.deep.equal([
        { preset: 'small', width: 640, height: 360, ...both },
        { preset: 'square', width: 512, height: 512, ...both },
      ]);
      expect(keys()).to.include.members([variantKey(id, 'small', 'webp'), variantKey(id, 'square', 'png')]);
    }
    expect(world.localFiles.files.size).to.equal(0);
  });

  it('stores variants that are made again beside the old ones, which may still be being sent', async () => {
    const { id } = await aWaitingPicture();
    await make();
    await updateMedia(world)({ actor: anActor(), id, change: { focus: { x: 0, y: 0 } } });
    expect(await make()).to.equal(1);
    expect((await world.media.find(id))?.variants.map(({ version }) => version)).to.deep.equal([2, 2]);
    expect(keys()).to.include.members([variantKey(id, 'small', 'webp'), variantKey(id, 'small-2', 'webp')]);
  });

  it('leaves a picture to another process, and tries again when the lease has ended', async () => {
    const { id } = await aWaitingPicture();
    const busy = { variants: () => Promise.reject(new BusinessError('media-busy', 'Busy.')) };
    let message = '';
    await make({ mediaInspector: busy }).catch((error: Error) => ({ message } = error));
    expect([message, await make()]).to.deep.equal(['Busy.', 0]);
    world.clock.advance(2 * minute);
    expect(await make()).to.equal(1);
    expect((await world.media.find(id))?.variants).to.have.length(2);
  });

  it('shows a picture as it is that cannot be made smaller', async () => {
    const { id } = await aWaitingPicture('media-unreadable');
    expect([await make(), await make()]).to.deep.equal([1, 0]);
    expect((await world.media.find(id))?.variants).to.deep.equal([]);
  });

  it('leaves no bytes of a file that is deleted meanwhile', async () => {
    const { id } = await aWaitingPicture();
    const mediaInspector = {
      variants: async (...parameters: Parameters<typeof world.mediaInspector.variants>) => {
        const made = await world.mediaInspector.variants(...parameters);
        await deleteMedia(world)({ actor: anActor(), id, force: false, contents: true });
        return made;
      },
    };
    expect(await make({ mediaInspector })).to.equal(1);
    expect(keys()).to.deep.equal([]);
  });
});

describe('sweepMedia', () => {
  it('removes bytes without a row, and temporary folders, when they are a day old', async () => {
    const world = InMemoryWorld.seeded();
    const [kept, lost] = [aMediaFile(), aMediaFile()];
    await given(world, { media: [kept] });
    await claimStore(world)();
    for (const { id } of [kept, lost]) {
      await world.mediaStore.write(originalKey(id), world.localFiles.put('/x', 'film 1'));
    }
    const unfinished = world.localFiles.useFolder(() => new Promise(() => undefined));
    void unfinished;
    const sweep = sweepMedia(world);
    world.clock.advance(24 * 60 * minute);
    expect(await sweep()).to.equal(0);
    world.clock.advance(1);
    expect([await sweep(), await sweep()]).to.deep.equal([2, 0]);
    expect([...world.mediaStore.stored.keys()]).to.deep.equal([originalKey(kept.id)]);
  });

  it('removes nothing from a store that is not that of this installation', async () => {
    const [world, other] = [InMemoryWorld.seeded(), InMemoryWorld.seeded()];
    const lost = originalKey(aMediaFile().id);
    await world.mediaStore.write(lost, world.localFiles.put('/x', 'film 1'));
    world.clock.advance(25 * 60 * minute);
    expect(await sweepMedia(world)()).to.equal(0);
    await world.mediaStore.mark.write('of another installation');
    const failure: unknown = await sweepMedia({ ...other, mediaStore: world.mediaStore })().catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(WrongMediaStore);
    expect([...world.mediaStore.stored.keys()]).to.deep.equal([lost]);
  });
});
