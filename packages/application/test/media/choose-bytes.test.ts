import { defaultMediaPresets, variantKey, originalKey } from '@portcullis/domain/internal/media/media-file';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { chooseBytes, type WantedBytes } from '../../src/media/choose-bytes.ts';

describe('chooseBytes', () => {
  const of = (preset: string, width: number, version = 1) => {
    const bytes = { webpBytes: width, fallbackBytes: 2 * width };
    return { preset, width, height: width, fallback: 'jpg' as const, ...bytes, version };
  };
  const file = { ...aMediaFile({ sha256: 'abc' }), variants: [of('thumb', 320), of('small', 640), of('square', 512)] };
  const choose = (wanted: Partial<WantedBytes>, variants = file.variants) =>
    chooseBytes({ ...file, variants }, { acceptsWebp: true, ...wanted }, defaultMediaPresets);

  it('chooses the file itself without a preset', () => {
    const original = { key: originalKey(file.id), size: file.bytes, mime: 'image/png', etag: 'abc' };
    expect(choose({})).to.deep.equal({ ...original, isFinal: true });
    expect(choose({ preset: 'medium' }, [])).to.deep.equal({ ...original, isFinal: false });
  });

  it('chooses the format that the client accepts', () => {
    const webp = { key: variantKey(file.id, 'small', 'webp'), size: 640, mime: 'image/webp', etag: 'abc-small-webp' };
    expect(choose({ preset: 'small', variantsVersion: 1 })).to.deep.equal({ ...webp, isFinal: true });
    const jpg = { key: variantKey(file.id, 'small', 'jpg'), size: 1280, mime: 'image/jpeg', etag: 'abc-small-jpg' };
    expect(choose({ preset: 'small', variantsVersion: 1, acceptsWebp: false })).to.deep.equal({
      ...jpg,
      isFinal: true,
    });
  });

  it('chooses the largest smaller variant if a variant is missing, but no cropped one', () => {
    for (const preset of ['medium', 'large']) {
      expect(choose({ preset })).to.include({ key: variantKey(file.id, 'small', 'webp'), isFinal: false });
    }
    expect(choose({ preset: 'thumb' }, [of('square', 300)])).to.include({ key: originalKey(file.id), isFinal: false });
    expect(choose({ preset: 'square' }, [of('thumb', 320)])).to.include({ key: originalKey(file.id), isFinal: false });
    expect(choose({ preset: 'unknown' })).to.include({ key: originalKey(file.id), isFinal: false });
  });

  it('lets clients keep variants only under the URL of their version', () => {
    expect(choose({ preset: 'small' })).to.include({ isFinal: false });
    const again = [of('small', 640, 2)];
    const key = variantKey(file.id, 'small-2', 'webp');
    expect(choose({ preset: 'small', variantsVersion: 2 }, again)).to.include({ key, isFinal: true });
    expect(choose({ preset: 'small' }, again)).to.include({ key, isFinal: false });
    expect(choose({ preset: 'small', variantsVersion: 3 }, again)).to.include({ key, isFinal: false });
  });
});
