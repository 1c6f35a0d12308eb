import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { ownFieldsName } from '../../src/moving/own-fields.ts';
import { withoutEmpty, type ContentFieldsOfFile, type ContentOfFile } from '../../src/moving/write-contents.ts';
import { writeGhost } from '../../src/moving/write-ghost.ts';
import { writeWordPress } from '../../src/moving/write-wordpress.ts';
import { decidedIn } from './decided.ts';

const fields: ContentFieldsOfFile = {
  sourceId: 'old-7',
  title: 'Title & <b> ]]> "more"',
  slug: 'title',
  summary: 'In short',
  editorType: 'MARKDOWN',
  status: 'PUBLISHED',
  createdAt: '2019-05-01T10:00:00.123Z',
  updatedAt: '2020-01-02T03:04:05.678Z',
  publishedAt: '2019-05-02T10:00:00.500Z',
  publishAt: null,
  unpublishAt: '2030-01-01T00:00:00.000Z',
  cover: null,
  author: 'ada',
  tags: ['C', 'C++'],
  category: [
    { name: 'Guides', slug: 'guides' },
    { name: 'Linux', slug: 'linux' },
  ],
  contentHtml: null,
  contentRaw: '{"raw":1}',
  contentMd: '# Heading\r\n\ntext',
};
const html = '<h1>Heading</h1>\n<p>text</p>';
const contentWith = (changed: Partial<ContentFieldsOfFile>, body = html): ContentOfFile => ({
  id: 'c0ffee00-0000-4000-8000-000000000001',
  authorEmail: 'ada@example.com',
  html: async () => body,
  fields: { ...fields, ...changed },
});

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

const forms = {
  xml: (contents: readonly ContentOfFile[]) =>
    writeWordPress(each(contents.map(({ authorEmail, fields: names }) => ({ authorEmail, ...names }))), each(contents)),
  json: (contents: readonly ContentOfFile[]) => writeGhost(each(contents), new Date(0)),
} as const;
type Form = keyof typeof forms;

describe('Files in the forms of other products', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Writes contents, and reads the file again after `change`. */
  async function moved(form: Form, contents: readonly ContentOfFile[], change = (text: string): string => text) {
    const pieces: string[] = [];
    for await (const piece of forms[form](contents)) pieces.push(piece);
    const file = join(folder, `file.${form}`);
    await writeFile(file, change(pieces.join('')));
    return (await decidedIn(file, { trustHtml: true }))
      .filter(({ given }) => given.leftOut === undefined)
      .map((content) => content.fields);
  }

  for (const form of ['xml', 'json'] as const) {
    it(`restore a content exactly (.${form})`, async () => {
      const rich = { editorType: 'RICHTEXT', contentMd: null } as const;
      const contents = [
        contentWith({}),
        contentWith({ status: 'ARCHIVED', publishedAt: null }),
        contentWith({ status: 'DRAFT', publishedAt: null, publishAt: '2031-01-01T00:00:00.000Z' }),
        contentWith({ ...rich, contentHtml: '<p>a\r\nb</p>' }, '<p>a\r\nb</p>'),
        contentWith({ ...rich, contentHtml: '' }, ''),
        contentWith({ ...rich, contentHtml: null }, ''),
      ];
      expect(await moved(form, contents)).to.deep.equal(contents.map((content) => withoutEmpty(content.fields)));
    });

    it(`carry every text (.${form})`, () =>
      fc.assert(
        fc.asyncProperty(fc.record({ title: aText, summary: aText, contentMd: aText, html: aText }), async (texts) => {
          const { html: body, ...given } = texts;
          const rich = { ...given, editorType: 'RICHTEXT', contentHtml: body } as const;
          const contents = [contentWith(given, body), contentWith(rich, body)];
          expect(await moved(form, contents)).to.deep.equal(contents.map((content) => withoutEmpty(content.fields)));
        }),
        { numRuns: 50 },
      ));

    it(`are read like files of the other product if it has changed the content (.${form})`, async () => {
      const change = (text: string) => text.replaceAll(/2020-01-02([ T])03:04:05/g, '2020-01-02$103:04:06');
      const edited = (text: string) =>
        form === 'xml'
          ? text.replace(
              '[2020-01-02 03:04:05]]></wp:post_modified_gmt',
              '[2020-01-02 03:04:06]]></wp:post_modified_gmt',
            )
          : text.replace('"updated_at":"2020-01-02T03:04:05', '"updated_at":"2020-01-02T03:04:06');
      const [read] = await moved(form, [contentWith({})], edited);
      expect(read).to.include({ contentMd: '# Heading\n\ntext', status: 'PUBLISHED' });
      expect(read).not.to.have.property('contentRaw');
      // If every copy of the time is changed, the content is the one that was exported.
      expect((await moved(form, [contentWith({})], change))[0]).to.have.property('contentRaw');
    });
  }

  it('have what the other product reads: names, dates, status, links and bodies', async () => {
    const others = [
      contentWith({ status: 'DRAFT', publishedAt: null, publishAt: '2031-01-01T00:00:00.000Z', tags: ['C++'] }),
      contentWith({ status: 'ARCHIVED', publishedAt: null, author: null, summary: null, tags: [], category: [] }),
    ];
    const without = (text: string) => text.replaceAll(ownFieldsName, 'other');
    const common = { title: fields.title, slug: 'title', contentMd: '# Heading\n\ntext', editorType: 'MARKDOWN' };
    const [published, scheduled, archived] = await moved('xml', [contentWith({}), ...others], without);
    expect(published).to.deep.equal({
      ...common,
      sourceId: 'wordpress-1',
      summary: 'In short',
      author: 'ada',
      status: 'PUBLISHED',
      createdAt: '2019-05-02T10:00:00.000Z',
      updatedAt: '2020-01-02T03:04:05.000Z',
      publishedAt: '2019-05-02T10:00:00.000Z',
      tags: ['C', 'C++'],
      category: fields.category,
    });
    expect(scheduled).to.include({ status: 'DRAFT', publishAt: '2031-01-01T00:00:00.000Z' });
    // An archived content is in the trash of WordPress, from which only its own fields bring it back.
    expect(archived).to.equal(undefined);

    const [post, later, draft] = await moved('json', [contentWith({}), ...others], without);
    const { createdAt, updatedAt, publishedAt } = fields;
    expect(post).to.deep.include({
      ...common,
      createdAt,
      updatedAt,
      publishedAt,
      sourceId: 'ghost-1',
      author: 'ada@example.com',
      status: 'PUBLISHED',
      tags: ['C', 'C++'],
    });
    expect(later).to.include({ status: 'DRAFT', publishAt: '2031-01-01T00:00:00.000Z' });
    expect(draft).to.include({ status: 'DRAFT', author: undefined });
  });
});

/** Any text without a zero byte, which PostgreSQL cannot store, also one that XML cannot carry. */
const aText = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(']]>', '\r\n', '\r', '\u{1}', '\u{ffff}', '\u{d800}')),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => `x${parts.join('').replaceAll('\0', '')}`);
