import { expect } from 'chai';
import {
  importContents,
  type ContentReport,
  type ImportContentsInput,
  type ImportedContent,
} from '../../src/imports/import-contents.ts';
import { updateContent } from '../../src/contents/contents.ts';
import { PictureUnavailable } from '../../src/imports/import-pictures.ts';
import type { ImportedRow } from '../../src/imports/report.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import { aContentRow, each } from '../support/imported-rows.ts';
import { replaceMembers } from '../support/replace-members.ts';
import { receiving, unlimited } from '../support/uploads.ts';
import { aCategory, aContent, anActor, anId, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('importContents', () => {
  const ada = aUser({ username: 'ada' });
  const guides = aCategory({ slug: 'guides' });
  let world: InMemoryWorld;

  const run = async (
    rows: Iterable<ImportedRow<ImportedContent>>,
    { isDryRun = false, skipsRefused = false, batchSize = 100, pictures }: Partial<ImportContentsInput> = {},
  ) => {
    const reports: ContentReport[] = [];
    const summary = await importContents(world)({
      actor: anActor(),
      rows: each(rows),
      isDryRun,
      skipsRefused,
      batchSize,
      pictures,
      report: (some) => void reports.push(...some),
    });
    return { summary, reports };
  };

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [ada], categories: [guides], contents: [aContent({ slug: 'taken' })] });
  });

  it('adds contents with their dates, authors, tags and categories, and converts Markdown', async () => {
    const createdAt = new Date('2019-05-01T10:00:00Z');
    const publishedAt = new Date('2019-05-02T10:00:00Z');
    const updatedAt = new Date('2020-01-01T00:00:00Z');
    const category = [
      { name: 'Guides', slug: 'guides' },
      { name: 'Linux', slug: null },
    ];
    const dates = { createdAt, publishedAt, updatedAt };
    await run([
      aContentRow(1, { ...dates, status: 'PUBLISHED', author: 'ADA', tags: ['One', 'two'], category }),
      aContentRow(2, { category }),
    ]);
    const content = await world.contents.findBySlug('slug-1');
    expect(content).to.deep.include({
      ...dates,
      status: 'PUBLISHED',
      authorId: ada.id,
      contentMd: '# Hello',
      version: 1,
    });
    expect(content?.contentHtml).not.to.equal(null);
    expect(content?.tagIds).to.have.lengthOf(2);
    const linux = await world.categories.findBySlug('linux');
    expect(linux).to.include({ name: 'Linux', parentId: guides.id });
    expect(content?.categoryId).to.equal(linux?.id);
    expect((await world.contents.findBySlug('slug-2'))?.categoryId).to.equal(linux?.id);
    const types = (await world.events.page({ after: 0, limit: 100 })).map(({ type }) => type);
    expect(types.filter((type) => type === 'content.created')).to.have.lengthOf(2);
  });

  it('makes another slug if one is missing, taken or not allowed, and notes this and unknown authors', async () => {
    const rows = [
      aContentRow(1, { slug: null }),
      aContentRow(2, { slug: 'taken' }),
      aContentRow(3, { slug: 'a/b', author: 'nobody' }),
    ];
    const { reports } = await run(rows);
    expect(reports.map(({ slug, notes }) => [slug, notes])).to.deep.equal([
      ['title-1', undefined],
      ['taken-2', ['The slug taken became taken-2.']],
      ['title-3', ['There is no user nobody.', 'The slug a/b became title-3.']],
    ]);
  });

  it('takes pictures into the library once each, and notes those that it cannot receive', async () => {
    const received: string[] = [];
    const pictures = {
      uploadMedia: uploadMedia({ ...world, ...unlimited }),
      receive: async (address: string, folder: string) => {
        received.push(address);
        if (address.includes('gone')) throw new PictureUnavailable('The host responded with 404.');
        return (await receiving(world, `picture 8x8 ${address}`, { name: address.split('/').at(-1) ?? '' })(folder))
          .file;
      },
    };
    const [one, gone, own] = ['https://old.example/a b/One.png', 'https://old.example/gone.png', anId<'Media'>()];
    const address = one.replace(' ', '%20');
    const ownAddress = `/media/${own}/two.png`;
    const html = `<p><img class="x" src="${address}" srcset="${address} 2x"><img src="${ownAddress}"></p>`;
    const rows = [
      aContentRow(1, { contentMd: `![a](${address} "t") ![b](${gone}) [c](${gone})`, cover: address }),
      aContentRow(2, { editorType: 'RICHTEXT', contentMd: null, contentHtml: html, cover: ownAddress }),
    ];
    const { reports } = await run(rows, { pictures });
    expect(received.toSorted()).to.deep.equal([ownAddress, address, gone].toSorted());
    const note = `The picture ${gone} was not imported: The host responded with 404.`;
    expect(reports.map(({ notes }) => notes)).to.deep.equal([[note], undefined]);
    const [first, second] = [await world.contents.findBySlug('slug-1'), await world.contents.findBySlug('slug-2')];
    const url = `/media/${first?.coverId}/one.png`;
    expect(first?.contentMd).to.equal(`![a](${url} "t") ![b](${gone}) [c](${gone})`);
    expect(second?.coverId).to.equal(own);
    expect(second?.contentHtml).to.equal(`<p><img class="x" src="${url}"><img src="${ownAddress}"></p>`);
    // Another import of the same pictures receives none of those in the library.
    received.length = 0;
    await run([aContentRow(3, { contentMd: `![](${address}) ![](${ownAddress})` })], { pictures });
    expect(received).to.deep.equal([]);
    expect((await world.contents.findBySlug('slug-3'))?.contentMd).to.equal(`![](${url}) ![](${ownAddress})`);
  });

  it('leaves out rows that were imported before, so an interrupted import goes on', async () => {
    const rows = [aContentRow(1), aContentRow(2), aContentRow(3)];
    async function* interrupted() {
      yield* rows.slice(0, 2);
      throw new Error('The disk is gone.');
    }
    const report = (): void => undefined;
    const input = { actor: anActor(), isDryRun: false, skipsRefused: false, batchSize: 1, report };
    await importContents(world)({ ...input, rows: interrupted() }).catch(() => undefined);
    const { summary, reports } = await run(rows);
    expect(summary).to.include({ added: 1, present: 2 });
    expect(reports.map(({ slug }) => slug)).to.deep.equal(['slug-1', 'slug-2', 'slug-3']);
  });

  it('writes none of the rows of a transaction if one of them is refused, and nothing in a dry run', async () => {
    const refused: ImportedRow<ImportedContent> = {
      row: 2,
      sourceId: null,
      errors: [{ field: 'title', message: 'No.' }],
    };
    const broken = await run([aContentRow(1), refused, { ...aContentRow(3), sourceId: 'source-1' }]);
    expect(broken.reports.map(({ outcome }) => outcome)).to.deep.equal(['held-back', 'refused', 'refused']);
    expect((await run([aContentRow(1)], { isDryRun: true })).summary).to.include({ added: 1 });
    expect(await world.contents.findBySlug('slug-1')).to.equal(undefined);
  });

  it('adds the other rows of a transaction if refused rows are skipped', async () => {
    const refused = { row: 2, sourceId: null, errors: [{ field: 'title', message: 'No.' }] };
    const { reports } = await run([aContentRow(1), refused, aContentRow(3)], { skipsRefused: true });
    expect(reports.map(({ outcome }) => outcome)).to.deep.equal(['added', 'refused', 'added']);
    expect(await world.contents.findBySlug('slug-3')).not.to.equal(undefined);
  });

  it('tries pictures again that an earlier import could not receive, and keeps what editors changed', async () => {
    let isGone = true;
    const pictures = {
      uploadMedia: uploadMedia({ ...world, ...unlimited }),
      receive: async (address: string, folder: string) => {
        if (isGone) throw new PictureUnavailable('The host responded with 503.');
        return (await receiving(world, `picture 8x8 ${address}`, { name: 'one.png' })(folder)).file;
      },
    };
    const [address, html] = ['https://old.example/one.png', '<img src="https://old.example/two.png">'];
    const rows = [
      aContentRow(1, { contentMd: `![a](${address})`, cover: address }),
      aContentRow(2, { editorType: 'RICHTEXT', contentMd: null, contentHtml: html }),
      aContentRow(3, { contentMd: `![a](${address})` }),
    ];
    await run(rows, { pictures });
    const third = await world.contents.findBySlug('slug-3');
    const change = { contentMd: 'No picture, but https://old.example/one.png' };
    await updateContent(world)({ actor: anActor(), id: third?.id ?? anId(), change, reach: undefined });
    const again = await run(rows, { pictures });
    expect(again.reports.map(({ outcome, notes = [] }) => [outcome, notes.length])).to.deep.equal([
      ['present', 1],
      ['present', 1],
      ['present', 0],
    ]);
    isGone = false;
    expect((await run(rows, { pictures })).reports.flatMap(({ notes = [] }) => notes)).to.deep.equal([]);
    const first = await world.contents.findBySlug('slug-1');
    expect(first?.contentMd).to.equal(`![a](/media/${first?.coverId}/one.png)`);
    expect((await world.contents.findBySlug('slug-2'))?.contentHtml).to.match(/^<img src="\/media\/[^"]+\/one\.png">$/);
    expect((await world.contents.findBySlug('slug-3'))?.contentMd).to.equal(change.contentMd);
  });

  it('fills missing dates: the others stand in for the creation, and the creation for the others', async () => {
    const [may, june] = [new Date('2019-05-01T00:00:00Z'), new Date('2019-06-01T00:00:00Z')];
    const now = world.clock.now();
    await run([
      aContentRow(1, { status: 'PUBLISHED', createdAt: may }),
      aContentRow(2, { status: 'PUBLISHED', publishedAt: june }),
      aContentRow(3, { status: 'PUBLISHED' }),
      aContentRow(4, { status: 'DRAFT', createdAt: may, updatedAt: june }),
    ]);
    const datesOf = async (slug: string) => {
      const content = await world.contents.findBySlug(slug);
      return [content?.createdAt, content?.publishedAt, content?.updatedAt];
    };
    expect(await datesOf('slug-1')).to.deep.equal([may, may, may]);
    expect(await datesOf('slug-2')).to.deep.equal([june, june, june]);
    expect(await datesOf('slug-3')).to.deep.equal([now, now, now]);
    expect(await datesOf('slug-4')).to.deep.equal([may, null, june]);
  });

  it('creates a category with the slug of the file, or else of its name', async () => {
    await run([
      aContentRow(1, { category: [{ name: 'Books', slug: 'library' }] }),
      aContentRow(2, { category: [{ name: 'Small Talk', slug: 'a/b' }] }),
      aContentRow(3, { category: [{ name: '!!!', slug: null }] }),
    ]);
    const categories = await world.categories.all();
    expect(categories.map(({ name, slug }) => [name, slug])).to.have.deep.members([
      [guides.name, 'guides'],
      ['Books', 'library'],
      ['Small Talk', 'small-talk'],
      ['!!!', 'category'],
    ]);
  });

  it('refuses a document that cannot be converted, and repeated source ids', async () => {
    const { markdown } = world;
    const render: typeof markdown.render = async (text) => {
      if (text === 'deep') throw new Error('The document is nested too deeply.');
      if (text === 'broken') throw new TypeError('The converter is broken.');
      return markdown.render(text);
    };
    world = replaceMembers(world, { markdown: { ...markdown, render } });
    const { reports } = await run([
      aContentRow(1, { contentMd: 'deep' }),
      aContentRow(2, { author: 'ada' }),
      { ...aContentRow(3), sourceId: 'source-2' },
    ]);
    expect(reports.map(({ outcome, errors, notes }) => [outcome, errors, notes])).to.deep.equal([
      ['refused', [{ field: 'contentMd', message: 'The document is nested too deeply.' }], undefined],
      ['held-back', undefined, undefined],
      ['refused', [{ field: 'sourceId', message: 'An earlier row of this file has the same value.' }], undefined],
    ]);
    const failure: unknown = await run([aContentRow(4, { contentMd: 'broken' })]).catch((error: unknown) => error);
    expect(failure).to.be.an.instanceOf(TypeError);
  });

  it('adds the rows in the order of the file, whichever document is converted first', async () => {
    const { markdown } = world;
    let finish = (): void => undefined;
    const isLastConverted = new Promise<void>((resolve) => (finish = resolve));
    const render: typeof markdown.render = async (text) => {
      if (text === 'last') finish();
      else await isLastConverted;
      return markdown.render(text);
    };
    world = replaceMembers(world, { markdown: { ...markdown, render } });
    const same = { title: 'Same', slug: null };
    const { reports } = await run([aContentRow(1, same), aContentRow(2, { ...same, contentMd: 'last' })]);
    expect(reports.map(({ row, slug }) => [row, slug])).to.deep.equal([
      [1, 'same'],
      [2, 'same-2'],
    ]);
  });

  it('is refused if another import adds the same contents meanwhile', async () => {
    const { markdown } = world;
    let conversions = 0;
    const render: typeof markdown.render = async (text) => {
      if (conversions++ === 0) await run([aContentRow(1)]);
      return markdown.render(text);
    };
    world = replaceMembers(world, { markdown: { ...markdown, render } });
    expect((await refusalOf(run([aContentRow(1), aContentRow(2)]))).refusal).to.equal('batch-refused');
    expect(await world.contents.findBySlug('slug-1')).not.to.equal(undefined);
    expect(await world.contents.findBySlug('slug-2')).to.equal(undefined);
  });
});
