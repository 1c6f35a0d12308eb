import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { originalKey, variantKey } from '@portcullis/domain/internal/media/media-file';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { hashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { checkMedia } from '../../src/media/check-media.ts';
import { copyMedia } from '../../src/media/copy-media.ts';
import { makeVariants } from '../../src/media/make-variants.ts';
import { rebuildVariants, removeUnnamedVariants } from '../../src/media/rebuild-variants.ts';
import { claimStore, WrongMediaStore } from '../../src/media/store-claim.ts';

const minute = 60_000;
const content = 'picture 1600x900';
const small = [{ name: 'small', width: 640, isSquare: false }];
const tiny = [{ name: 'tiny', width: 100, isSquare: false }];

async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('The bytes in the store', () => {
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });
  const write = (key: string, text: string): Promise<void> =>
    world.mediaStore.write(key, world.localFiles.put('/x', text));
  const keys = (): readonly string[] => [...world.mediaStore.stored.keys()].toSorted();

  /** Stores a picture without variants. */
  async function aStoredPicture(): Promise<MediaFile> {
    const picture = aMediaFile({ bytes: content.length, sha256: hashOf(content) });
    await given(world, { media: [picture] });
    await write(originalKey(picture.id), content);
    return picture;
  }
  const rebuild = (mediaPresets = small): Promise<readonly number[]> =>
    allOf(rebuildVariants({ ...world, mediaPresets })());
  const check = async (): Promise<readonly string[]> =>
    (await allOf(checkMedia(world)())).map(({ problem, key }) => `${problem} ${key}`).toSorted();

  describe('checkMedia', () => {
    it('finds nothing if every row has its bytes, and there are no others', async () => {
      await aStoredPicture();
      await rebuild();
      world.clock.advance(10 * minute);
      expect(await check()).to.deep.equal([]);
    });

    it('finds bytes that are missing, are not those that were stored, or belong to no file', async () => {
      const [good, lost, changed, shorter] = [
        await aStoredPicture(),
        await aStoredPicture(),
        await aStoredPicture(),
        await aStoredPicture(),
      ];
      await rebuild();
      const former = variantKey(good.id, 'former', 'webp');
      const unknown = aMediaFile();
      await world.mediaStore.removeKey(originalKey(lost.id));
      await write(originalKey(changed.id), content.toUpperCase());
      await write(variantKey(shorter.id, 'small', 'webp'), '');
      await world.mediaStore.removeKey(variantKey(shorter.id, 'small', 'png'));
      await write(former, 'small');
      await write(originalKey(unknown.id), 'a');
      await write(variantKey(unknown.id, 'small', 'png'), 'a');
      const expected = [
        `missing ${originalKey(lost.id)}`,
        `changed ${originalKey(changed.id)}`,
        `changed ${variantKey(shorter.id, 'small', 'webp')}`,
        `missing ${variantKey(shorter.id, 'small', 'png')}`,
      ];
      // The bytes of a running upload have no row yet.
      expect(await check()).to.deep.equal(expected.toSorted());
      world.clock.advance(10 * minute);
      expect(await check()).to.deep.equal([...expected, `unknown ${former}`, `unknown ${unknown.id}`].toSorted());
    });

    it('reports nothing about a file that is removed meanwhile', async () => {
      const { id } = await aStoredPicture();
      await world.mediaStore.remove(id);
      const media = { ...world.media, served: async () => undefined };
      expect(await allOf(checkMedia({ ...world, media })())).to.deep.equal([]);
    });
  });

  describe('rebuildVariants', () => {
    it('makes the variants of other presets again, continues after an interruption, and then does nothing', async () => {
      const pictures = await Promise.all(Array.from({ length: 12 }, aStoredPicture));
      expect(await rebuild()).to.deep.equal([10, 2]);
      expect(await rebuild()).to.deep.equal([]);
      const presets = { ...world, mediaPresets: tiny };
      for await (const count of rebuildVariants(presets)()) {
        expect(count).to.equal(10);
        break;
      }
      expect(await rebuild(tiny)).to.deep.equal([2]);
      for (const { id } of pictures)
        expect((await world.media.find(id))?.variants.map(({ preset }) => preset)).to.deep.equal(['tiny']);
    });

    it('leaves bytes that no row names, which are then removed, but not those of running work', async () => {
      const { id } = await aStoredPicture();
      await rebuild();
      await rebuild(tiny);
      await write(variantKey(id, 'large', 'webp'), 'being made');
      expect(await removeUnnamedVariants(world)()).to.equal(0);
      world.clock.advance(10 * minute);
      await write(variantKey(id, 'large', 'webp'), 'being made');
      expect(await removeUnnamedVariants(world)()).to.equal(2);
      const kept = [originalKey(id), ...['large.webp', 'tiny-2.png', 'tiny-2.webp'].map((name) => `${id}/${name}`)];
      expect(keys()).to.deep.equal(kept.toSorted());
    });

    it('does not make pictures again that cannot be made smaller', async () => {
      const picture = await aStoredPicture();
      await write(originalKey(picture.id), 'media-unreadable');
      expect([await rebuild(), await rebuild()]).to.deep.equal([[1], []]);
    });
  });

  describe('copyMedia', () => {
    // Both stores take files from the local files of the other world.
    const other = InMemoryWorld.seeded();
    const copy = async (target: InMemoryWorld['mediaStore']): Promise<readonly string[]> => {
      const { localFiles } = other;
      return (await allOf(copyMedia({ ...world, localFiles })(target))).map(
        ({ problem, key }) => `${problem} ${key.split('/')[1]}`,
      );
    };

    it('copies all bytes, repeats only what is missing, and reports bytes that are not those of the row', async () => {
      const { id } = await aStoredPicture();
      await rebuild();
      const { mediaStore: target } = other;
      expect(await copy(target)).to.deep.equal(['copied original', 'copied small.webp', 'copied small.png']);
      expect([...target.stored.keys()].toSorted()).to.deep.equal(keys());
      expect(await copy(target)).to.deep.equal(['present original', 'present small.webp', 'present small.png']);
      await target.removeKey(`${id}/small.png`);
      expect(await copy(target)).to.deep.equal(['present original', 'present small.webp', 'copied small.png']);
      await target.remove(id);
      await write(originalKey(id), content.toUpperCase());
      await world.mediaStore.removeKey(`${id}/small.png`);
      const faults = ['changed original', 'copied small.webp', 'missing small.png'];
      expect(await copy(target)).to.deep.equal(faults);
      expect(await copy(target)).to.deep.equal(['changed original', 'present small.webp', 'missing small.png']);
    });

    it('marks the other store, and refuses one of another installation', async () => {
      const { mediaStore: target } = InMemoryWorld.seeded();
      await copy(target);
      expect(await target.mark.read()).to.equal((await world.media.storeMark())?.text);
      await copy(target);
      await target.mark.write('of another installation');
      const error: unknown = await copy(target).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(WrongMediaStore);
    });
  });

  it('are made into variants by a process that has claimed the store', async () => {
    const { id } = await aStoredPicture();
    await world.run((tx) => tx.media.demandVariants([id], world.clock.now()));
    await makeVariants({ ...world, mediaPresets: small })();
    expect((await world.media.storeMark())?.isClaimed).to.equal(true);
    await claimStore(world)();
  });
});
