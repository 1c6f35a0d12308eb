import { expect } from 'chai';
import type { MediaId } from '../src/shared/ids.ts';
import type { StoredMedia } from '../src/media/media.ts';
import { mediaIdsIn, shownPicture } from '../src/media/shown-picture.ts';

const id = '0197a3b2-0000-7000-8000-0000000000aa' as MediaId;
const presets = [
  { name: 'small', width: 320, isSquare: false },
  { name: 'square', width: 256, isSquare: true },
  { name: 'large', width: 1280, isSquare: false },
];

describe('mediaIdsIn', () => {
  it('§4.15: finds the ids of files in Markdown and HTML, each once', () => {
    const text = `![a](/media/${id}/a.png) <img src="https://x.example/media/${id.toUpperCase()}/a.png?preset=small">`;
    expect(mediaIdsIn(text)).to.deep.equal([id]);
  });

  for (const text of ['', '/media/', `/media/${id}`, `/media/${id}x/a.png`, `/media/${id.slice(1)}//a.png`]) {
    it(`finds no id in "${text}"`, () => {
      expect(mediaIdsIn(text)).to.deep.equal([]);
    });
  }

  it('finds at most 1,000 ids', () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `${id.slice(0, -4)}${String(index).padStart(4, '0')}`);
    expect(mediaIdsIn(ids.map((each) => `/media/${each}/a`).join(' '))).to.have.length(1000);
  });
});

describe('shownPicture', () => {
  const picture: StoredMedia = {
    id,
    name: 'a.png',
    fileName: 'a.png',
    type: 'image',
    mime: 'image/png',
    bytes: 1000,
    sha256: 'a',
    receivedSha256: 'b',
    width: 800,
    height: 600,
    duration: null,
    thumbhash: null,
    alt: null,
    title: null,
    folder: null,
    focus: null,
    uploaderId: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    version: 1,
    variants: [],
  };
  const shown = (given: Partial<StoredMedia>, origin = '') => shownPicture(origin, { ...picture, ...given }, presets);
  const path = `/media/${id}/a.png`;

  it('§4.15: offers a picture in the widths of the presets that are smaller, and in its own width', () => {
    expect(shown({ width: 800, height: 600 })).to.deep.equal({
      id,
      url: path,
      width: 800,
      height: 600,
      srcset: `${path}?preset=small&v=1 320w, ${path} 800w`,
    });
  });

  it('§4.15: does not offer the full width of a picture that is wider than all presets', () => {
    const origin = 'https://files.example';
    const url = `${origin}${path}`;
    expect(shown({ width: 4000, height: 3000 }, origin)?.srcset).to.equal(
      `${url}?preset=small&v=1 320w, ${url}?preset=large&v=1 1280w`,
    );
  });

  it('offers a small picture only in its own width', () => {
    expect(shown({ width: 20, height: 10 })?.srcset).to.equal(`${path} 20w`);
  });

  it('offers the width of a preset once, and the widths in their order', () => {
    const large = `${path}?preset=large&v=1 1280w`;
    expect(shown({ width: 320, height: 200 })?.srcset).to.equal(`${path} 320w`);
    expect(shown({ width: 1280, height: 900 })?.srcset).to.equal(`${path}?preset=small&v=1 320w, ${path} 1280w`);
    const reversed = shownPicture('', { ...picture, width: 1281, height: 900 }, presets.toReversed());
    expect(reversed?.srcset).to.equal(`${path}?preset=small&v=1 320w, ${large}`);
  });

  it('offers a picture of any width without presets', () => {
    expect(shownPicture('', { ...picture, width: 4000 }, [])?.srcset).to.equal(`${path} 4000w`);
  });

  it('knows no size of other files, or of a picture that was not measured completely', () => {
    for (const given of [
      { type: 'document', width: null, height: null },
      { type: 'video', width: 800, height: 600 },
      { width: null, height: 600 },
      { width: 800, height: null },
    ] as const)
      expect(shown(given)).to.equal(undefined);
  });
});
