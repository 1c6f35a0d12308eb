import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PreparedFile } from '@portcullis/application/internal/ports/media-files';
import { defaultMediaPresets, mediaFormats, middleFocus } from '@portcullis/domain/internal/media/media-file';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { ProcessKilled, startProcess } from '../src/child-process.ts';
import { type ClosableInspector, mediaInspector } from '../src/index.ts';
import { gif, png } from './support/chunks.ts';
import { acceptedFiles, svg, unsupportedFiles } from './support/files.ts';
import { childrenForFiles } from './support/processes.ts';
import { createWorkspace, type Workspace } from './support/workspace.ts';

// Otherwise, sharp would return a file that has been written again as it was before.
sharp.cache(false);

let workspace: Workspace;
let inspector: ClosableInspector;
before(async () => {
  workspace = await createWorkspace();
  inspector = mediaInspector();
});
after(async () => {
  await inspector.close();
  await workspace.remove();
});

const prepare = async (content: Uint8Array, by = inspector): Promise<PreparedFile> =>
  by.prepare(await workspace.put(content));

/** A picture with red in the left half and blue in the right half. */
const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: 'red' } },
      left: 0,
      top: 0,
    },
  ]);

/** A picture with a frame of each colour. */
async function animation(width: number, height: number, ...colours: readonly string[]): Promise<Sharp> {
  const frames = colours.map((background) => sharp({ create: { width, height, channels: 3, background } }).png());
  return sharp(await Promise.all(frames.map((frame) => frame.toBuffer())), { join: { animated: true } });
}

/** Whether a pixel is more red than blue. */
async function isRed(path: string, left: number, top: number): Promise<boolean> {
  const pixel = await sharp(path).extract({ left, top, width: 1, height: 1 }).toColourspace('srgb').raw().toBuffer();
  return (pixel[0] ?? 0) > (pixel[2] ?? 0);
}

describe('An uploaded file', () => {
  it('has the format of its bytes, for every accepted format', async () => {
    const files = await acceptedFiles();
    expect(Object.keys(files)).to.have.members(mediaFormats.map(({ mime }) => mime));
    for (const [mime, content] of Object.entries(files)) {
      const { format, bytes, sha256, path } = await prepare(content);
      expect(format, mime).to.deep.equal(mediaFormats.find((each) => each.mime === mime));
      const stored = await readFile(path);
      expect(stored.length).to.equal(bytes);
      const isPicture = format.type === 'image';
      // The checksum of received bytes is known.
      expect(sha256).to.equal(isPicture ? createHash('sha256').update(stored).digest('hex') : null);
      if (!isPicture) expect(stored.equals(content), mime).to.equal(true);
    }
  });

  for (const [name, content] of Object.entries(unsupportedFiles)) {
    it(`is refused if it is ${name}`, async () => {
      const { refusal, message } = await refusalOf(prepare(content));
      expect(refusal).to.equal('media-type-unsupported');
      expect(message)
        .to.match(/^[A-Z].*\.$/)
        .and.not.include('undefined');
    });
  }

  it('is refused with a reason that names SVG', async () => {
    expect((await refusalOf(prepare(Buffer.from(svg)))).message)
      .to.include('SVG')
      .and.include('scripts');
  });

  it('is refused if it is empty', async () => {
    expect((await refusalOf(prepare(Buffer.alloc(0)))).refusal).to.equal('media-unreadable');
  });

  it('has a duration if it is a video or sound', async () => {
    const files = await acceptedFiles();
    const durationOf = async (mime: string) => (await prepare(files[mime] ?? Buffer.alloc(0))).duration;
    expect(await durationOf('audio/wav')).to.equal(1);
    expect(await durationOf('audio/mpeg')).to.be.closeTo(1.04, 0.1);
    expect(await durationOf('application/pdf')).to.equal(null);
  });

  it('is refused if its format is not among those of the settings', async () => {
    const only = mediaInspector({ formats: mediaFormats.filter(({ mime }) => mime === 'image/png') });
    try {
      const files = await acceptedFiles();
      expect((await prepare(files['image/png'] ?? Buffer.alloc(0), only)).format.mime).to.equal('image/png');
      for (const mime of ['image/jpeg', 'text/plain', 'application/pdf']) {
        expect((await refusalOf(prepare(files[mime] ?? Buffer.alloc(0), only))).refusal).to.equal(
          'media-type-unsupported',
        );
      }
    } finally {
      await only.close();
    }
  });

  it('is drawn as PNG if it is an SVG picture and the settings allow it', async () => {
    const drawing = mediaInspector({ acceptsSvg: true });
    try {
      const { format, width, height, path } = await prepare(Buffer.from(svg), drawing);
      expect({ ...format, width, height }).to.include({ mime: 'image/png', width: 1024, height: 768 });
      expect(await isRed(path, 512, 300)).to.equal(true);
      const xxe = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg.replace('<rect', '<text>&x;</text><rect')}`;
      await prepare(Buffer.from(xxe), drawing).catch(() => undefined);
    } finally {
      await drawing.close();
    }
  });
});

describe('A picture', () => {
  it('loses its metadata, is turned upright, and keeps its size', async () => {
    const photograph = await halves(60, 40)
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photograph.includes('Exif')).to.equal(true);
    const { path, width, height } = await prepare(photograph);
    expect([width, height]).to.deep.equal([40, 60]);
    const { exif, icc, xmp, iptc, orientation } = await sharp(path).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).to.deep.equal({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      iptc: undefined,
      orientation: undefined,
    });
    expect([await isRed(path, 20, 5), await isRed(path, 20, 55)]).to.deep.equal([true, false]);
  });

  it('is converted to the colours of sRGB', async () => {
    const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const cmyk = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    for (const content of [wide, cmyk]) {
      const { path } = await prepare(content);
      const { space, channels, icc } = await sharp(path).metadata();
      expect({ space, channels, icc }).to.deep.equal({ space: 'srgb', channels: 3, icc: undefined });
      expect(await isRed(path, 4, 4)).to.equal(true);
    }
  });

  it('has a ThumbHash', async () => {
    const { thumbhash } = await prepare(await halves(300, 200).png().toBuffer());
    expect(Buffer.from(thumbhash ?? '', 'base64').length).to.be.within(5, 32);
  });

  it('contains no bytes of another format after it was written again', async () => {
    const script = Buffer.from('/*<script>alert(1)</script>*/alert(1)');
    const files = await acceptedFiles();
    for (const mime of ['image/gif', 'image/png', 'image/jpeg', 'image/webp']) {
      const { path } = await prepare(Buffer.concat([files[mime] ?? Buffer.alloc(0), script]));
      expect((await readFile(path)).includes('alert'), mime).to.equal(false);
    }
  });

  it('keeps its frames', async () => {
    const animated = await animation(30, 20, 'red', 'lime', 'blue');
    for (const content of [await animated.clone().gif().toBuffer(), await animated.clone().webp().toBuffer()]) {
      const { path, width, height } = await prepare(content);
      const { pages } = await sharp(path, { animated: true }).metadata();
      expect({ pages, width, height }).to.deep.equal({ pages: 3, width: 30, height: 20 });
    }
  });

  it('is refused if it is damaged', async () => {
    const whole = await halves(400, 400).jpeg().toBuffer();
    for (const content of [whole.subarray(0, 300), whole.subarray(0, whole.length - 200)]) {
      expect((await refusalOf(prepare(content))).refusal).to.equal('media-unreadable');
    }
  });

  it('is refused without being decoded if the decoder of its format would need too much memory', async () => {
    const small = mediaInspector({ memoryMegabytes: 120 });
    const create = { width: 2000, height: 2000, channels: 3 as const, background: 'red' };
    const webp = await workspace.put(await sharp({ create }).webp({ effort: 0 }).toBuffer());
    const { refusal, message } = await refusalOf(small.prepare(webp));
    await small.close();
    expect(refusal).to.equal('media-too-large');
    expect(message).to.include('At most 3 million pixels are accepted in this format.');
  });

  it('is refused if it has more than 100 million pixels in all frames', async () => {
    for (const content of [
      png({ width: 30_000, height: 30_000, bytes: 1000 }),
      gif(10_000, 10_000, 2, 10_000, 10_000),
    ]) {
      const { refusal, message } = await refusalOf(prepare(content));
      expect(refusal).to.equal('media-too-large');
      expect(message).to.include('100 million pixels');
    }
  });

  it('is refused if it needs too much memory, and the next picture is processed', async () => {
    const interlaced = png({ width: 9000, height: 9000, depth: 16, isInterlaced: true, bytes: 650_000_000 });
    expect((await refusalOf(prepare(interlaced))).refusal).to.be.oneOf(['media-too-large', 'media-unreadable']);
    expect((await prepare(png({ width: 10, height: 10 }))).width).to.equal(10);
  });

  it('is refused if it needs too much time, and the next picture is processed', async () => {
    const hasty = mediaInspector({ cpuMs: 150 });
    try {
      const large = png({ width: 12_000, height: 8000, colour: 2 });
      expect((await refusalOf(prepare(large, hasty))).refusal).to.equal('media-too-large');
      expect((await prepare(png({ width: 10, height: 10 }), hasty)).width).to.equal(10);
    } finally {
      await hasty.close();
    }
  });
});

describe('The variants of a picture', () => {
  it('exist in WebP and JPEG for each preset, and are never larger than the picture', async () => {
    const { path } = await prepare(await halves(1000, 500).jpeg().toBuffer());
    const variants = await inspector.variants(path, defaultMediaPresets, middleFocus);
    expect(variants.map(({ preset, extension, width, height }) => [preset, extension, width, height])).to.deep.equal(
      [
        ['thumb', 320, 160],
        ['small', 640, 320],
        ['medium', 1000, 500],
        ['large', 1000, 500],
        ['square', 500, 500],
      ].flatMap(([preset, width, height]) => [
        [preset, 'webp', width, height],
        [preset, 'jpg', width, height],
      ]),
    );
    for (const variant of variants) {
      const { format, width, height } = await sharp(variant.path).metadata();
      expect({ format, width, height }).to.deep.equal({
        format: variant.extension === 'jpg' ? 'jpeg' : 'webp',
        width: variant.width,
        height: variant.height,
      });
      expect((await readFile(variant.path)).length).to.equal(variant.bytes);
      expect(dirname(variant.path)).to.equal(dirname(path));
    }
  });

  it('exist in PNG if parts of the picture are transparent', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0.5 };
    const { path } = await prepare(
      await sharp({ create: { width: 20, height: 20, channels: 4, background } })
        .png()
        .toBuffer(),
    );
    const variants = await inspector.variants(path, defaultMediaPresets, middleFocus);
    expect(new Set(variants.map(({ extension }) => extension))).to.deep.equal(new Set(['webp', 'png']));
  });

  it('that are squares are cropped at the focus', async () => {
    const { path } = await prepare(await halves(800, 200).png().toBuffer());
    const square = defaultMediaPresets.filter(({ isSquare }) => isSquare);
    for (const [x, expected] of [
      [0, true],
      [0.2, true],
      [1, false],
    ] as const) {
      const [variant] = await inspector.variants(path, square, { x, y: 0.5 });
      expect([variant?.width, variant?.height]).to.deep.equal([200, 200]);
      expect(await isRed(variant?.path ?? '', 100, 100), String(x)).to.equal(expected);
    }
  });

  it('of an animation are animated in WebP', async () => {
    const animated = await animation(600, 400, 'red', 'blue');
    const { path } = await prepare(await animated.gif().toBuffer());
    const variants = await inspector.variants(path, defaultMediaPresets, middleFocus);
    for (const { preset, extension, path: variant, width, height } of variants) {
      const { pages = 1 } = await sharp(variant, { animated: true }).metadata();
      expect(pages, `${preset}.${extension}`).to.equal(extension === 'webp' ? 2 : 1);
      if (preset === 'thumb') expect([width, height]).to.deep.equal([320, 213]);
      if (preset === 'square') expect([width, height]).to.deep.equal([400, 400]);
    }
    expect(variants.length).to.equal(10);
  });

  it('of a very high picture fit into WebP', async () => {
    const { path } = await prepare(png({ width: 100, height: 20_000, colour: 2 }));
    const variants = await inspector.variants(path, defaultMediaPresets, middleFocus);
    for (const { height } of variants) expect(height).to.be.at.most(16_383);
  });
});

describe('The queue of uploaded files', () => {
  it('refuses files when it is full, and files that wait too long', async () => {
    const small = mediaInspector({ processes: 1, maxWaiting: 1, maxWaitMs: 400 });
    try {
      const slow = png({ width: 5000, height: 5000, colour: 2 });
      small.requireCapacity();
      const [first, second] = [prepare(slow, small), prepare(slow, small).catch((error: unknown) => error)];
      const started = Promise.allSettled([first, second]);
      while (small.load().waiting < 1) await new Promise((resolve) => setImmediate(resolve));
      expect((await refusalOf(prepare(slow, small))).refusal).to.equal('media-busy');
      expect((await refusalOf((async () => small.requireCapacity())())).refusal).to.equal('media-busy');
      await started;
      expect(small.load()).to.deep.equal({ running: 0, waiting: 0 });
      small.requireCapacity();
    } finally {
      await small.close();
    }
  });

  it('replaces a process that was killed, and processes its file again', async () => {
    const { path } = await prepare(png({ width: 10, height: 10 }));
    expect(existsSync(path)).to.equal(true);
    const children = await childrenForFiles();
    expect(children.length).to.be.within(1, 2);
    for (const { pid } of children) process.kill(pid, 'SIGKILL');
    expect((await prepare(png({ width: 10, height: 10 }))).width).to.equal(10);
  });

  it('also if the process ends before the service notices', async () => {
    const path = await workspace.put(png({ width: 10, height: 10 }));
    const started = await startProcess({ maxPixels: 1000, cpuMs: 10_000, memoryBytes: 512 * 1024 * 1024 }, 60_000);
    for (const { pid } of await childrenForFiles()) process.kill(pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const task = { job: 'prepare', path, formats: mediaFormats, acceptsSvg: false } as const;
    const error = await started.run(task).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ProcessKilled);
  });

  it('gives its processes none of the variables of the service', async () => {
    await prepare(png({ width: 10, height: 10 }));
    const [child] = await childrenForFiles();
    const names = (await readFile(`/proc/${child?.pid}/environ`, 'utf8')).split('\0').map((each) => each.split('=')[0]);
    expect(names.filter((name) => name !== ''))
      .to.be.an('array')
      .that.does.not.include.members(['HOME']);
    expect(names).not.to.include('PATH');
  });
});
