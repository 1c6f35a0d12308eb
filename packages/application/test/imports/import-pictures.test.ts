import { isId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import {
  PictureUnavailable,
  pictureAddressesOf,
  pictureImport,
  type ImportedPictures,
  type PicturedContent,
} from '../../src/imports/import-pictures.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import { receiving, unlimited } from '../support/uploads.ts';
import { anActor, aUser, anId, given, InMemoryWorld } from '@portcullis/testing';

const empty: PicturedContent = { contentMd: null, contentHtml: null, cover: null };

describe('pictureAddressesOf', () => {
  const cases: readonly (readonly [string, Partial<PicturedContent>, readonly string[]])[] = [
    ['nothing', {}, []],
    ['a cover', { cover: 'c.png' }, ['c.png']],
    ['Markdown', { contentMd: '![a](one.png) ![b]( <two.png> "t") [c](link.png)' }, ['one.png', 'two.png']],
    [
      'HTML',
      { contentHtml: '<IMG alt="x" src = \'one.png\'><a href="link.png"><img src="two.png">' },
      ['one.png', 'two.png'],
    ],
    ['HTML in Markdown', { contentMd: '<img src="one.png">' }, ['one.png']],
    ['the same address', { cover: 'a.png', contentMd: '![](a.png)', contentHtml: '<img src="a.png">' }, ['a.png']],
    ['pictures in the text', { contentMd: '![](DATA:image/png;base64,AA) ![](blob:x) ![](cid:x)' }, []],
    [
      'labels with brackets',
      { contentMd: '![a [b] c](1.png) ![a\\]b](2.png) [![c](3.png)](d)' },
      ['1.png', '2.png', '3.png'],
    ],
    [
      'addresses with brackets and spaces',
      { contentMd: '![](a(1).png) ![](b\\(2.png) ![](<c d.png>)' },
      ['a(1).png', 'b(2.png', 'c d.png'],
    ],
    ['an address that contains data:', { contentMd: '![](/data:1.png)' }, ['/data:1.png']],
  ];
  for (const [what, content, expected] of cases) {
    it(`finds the addresses in ${what}`, () => {
      expect(pictureAddressesOf({ ...empty, ...content })).to.deep.equal(expected);
    });
  }
});

describe('The search for pictures', () => {
  const beginnings = ['![', '[', '<img ', '![a](', '![](<', '<img src="', '](  '];
  for (const beginning of beginnings) {
    it(`takes time that grows with the length of a text of ${JSON.stringify(beginning)}`, () => {
      const cpuOf = (count: number): number => {
        const start = process.cpuUsage();
        pictureAddressesOf({ ...empty, contentMd: beginning.repeat(count) });
        return process.cpuUsage(start).user / 1000;
      };
      // Quadratic time would be more than a minute.
      expect(cpuOf(100_000)).to.be.below(10_000);
    });
  }
});

describe('pictureImport', () => {
  const user = aUser();
  const id = anId<'Media'>();
  let world: InMemoryWorld;
  let received: string[];
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    received = [];
    await given(world, { users: [user] });
  });

  /** Imports contents one after another. An address with `film` leads to a film, and one with `gone` to nothing. */
  const run = async (contents: readonly Partial<PicturedContent>[], deps: Partial<ImportedPictures> = {}) => {
    const take = pictureImport(world, anActor({ id: user.id }), {
      uploadMedia: uploadMedia({ ...world, ...unlimited }),
      receive: async (address, folder) => {
        received.push(address);
        if (address.includes('gone')) throw new PictureUnavailable('It is gone.');
        const bytes = address.includes('film') ? `film 1${address}` : `picture 8x8 ${address}`;
        return (await receiving(world, bytes, { name: 'One.png' })(folder)).file;
      },
      ...deps,
    });
    const results = [];
    for (const content of contents) results.push(await take({ ...empty, ...content }));
    return results;
  };

  it('leaves a content without pictures as it is', async () => {
    const content = { contentMd: '[a](b.png)', contentHtml: '<p>c</p>' };
    expect(await run([{}, content])).to.deep.equal([
      { contentMd: null, contentHtml: null, coverId: null, notes: [] },
      { ...content, coverId: null, notes: [] },
    ]);
    expect(received).to.deep.equal([]);
  });

  it('receives an address once for all contents, and replaces it in their texts', async () => {
    const address = 'https://old.example/one.png';
    const [first, second] = await run([{ cover: address }, { contentMd: `![](${address})`, cover: address }]);
    expect(received).to.deep.equal([address]);
    expect(first?.coverId).to.equal(second?.coverId).and.not.to.equal(null);
    expect(second?.contentMd).to.equal(`![](/media/${second?.coverId}/one.png)`);
  });

  it('keeps the address and the id of a file of this or another installation', async () => {
    const address = `/media/${id.toUpperCase()}/one.png`;
    const [result] = await run([{ contentMd: `![](${address})`, cover: address }]);
    expect(result).to.include({ contentMd: `![](${address})`, coverId: id });
    expect(await world.media.find(id)).not.to.equal(undefined);
  });

  const foreign = [
    '/media/not-an-id/one.png',
    `https://old.example/media/${id}/one.png`,
    `/media/${id}/a/one.png`,
    `/media/${id}`,
    `/media/${id}/one.png/`,
  ];
  for (const [number, address] of foreign.entries()) {
    it(`gives the file at another address a new id and address, as in example ${number + 1}`, async () => {
      const [result] = await run([{ contentMd: `![](${address})`, cover: address }]);
      expect(result?.coverId).to.satisfy(isId).and.not.to.equal(id);
      expect(result?.contentMd).to.equal(`![](/media/${result?.coverId}/one.png)`);
    });
  }

  it('removes other sizes only of a picture that it has received', async () => {
    const image = (src: string) => `<img src="${src}" srcset="${src} 2x" sizes='9px' alt="a">`;
    const [result] = await run([{ contentHtml: image('https://old.example/gone.png') + image('/one.png') }]);
    const [{ id: mediaId } = { id: '' }] = (await world.media.list({ page: 1, pageSize: 10 })).items;
    const expected = `${image('https://old.example/gone.png')}<img src="/media/${mediaId}/one.png" alt="a">`;
    expect(result?.contentHtml).to.equal(expected);
  });

  it('notes a cover that is not a picture, and pictures that are refused', async () => {
    const full = uploadMedia({ ...world, ...unlimited, mediaQuota: { all: 1, perUploader: 1 } });
    const [film] = await run([{ cover: 'film.mp4' }]);
    expect(film).to.deep.include({ coverId: null, notes: ['The file film.mp4 is not a picture.'] });
    const content = { contentMd: '![](a.png)', cover: 'gone.png' };
    const [refused] = await run([content], { uploadMedia: full });
    const reason = 'There is no space left for files. Ask an administrator.';
    expect(refused).to.deep.include({
      contentMd: '![](a.png)',
      coverId: null,
      notes: [`The picture gone.png was not imported: ${reason}`, `The picture a.png was not imported: ${reason}`],
    });
  });

  it('fails if a picture cannot be stored for a reason that the file is not to blame for', async () => {
    const broken = { uploadMedia: () => Promise.reject(new Error('The disk is full.')) };
    const error: unknown = await run([{ cover: 'a.png' }], broken).catch((failure: unknown) => failure);
    expect(error).to.be.an.instanceOf(Error).with.property('message', 'The disk is full.');
  });
});
