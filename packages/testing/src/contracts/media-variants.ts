import { expect } from 'chai';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { aMediaFile, anId, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const at = new Date('2026-03-01T00:00:00.000Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

const variants = [
  { preset: 'small', width: 640, height: 360, fallback: 'jpg' as const, webpBytes: 20, fallbackBytes: 30, version: 1 },
];

export function mediaVariantContract(adapter: string, open: OpenStore): void {
  describe(`Media variant contract, ${adapter}`, () => {
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
