import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { withAudience } from '../../src/moving/audience.ts';
import { readContents } from '../../src/moving/read-contents.ts';
import { readUsers } from '../../src/moving/read-users.ts';

const now = new Date('2026-06-01T00:00:00Z');

describe('An import', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-audience-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const options = { keepHtml: false, clean: async (html: string) => html, render: async (text: string) => text };

  /** Returns what becomes of each content: `public`, the note or the error, and the fields. */
  async function outcomes(name: string) {
    const found = [];
    for await (const source of await readContents(join(folder, name), options)) {
      const { fields, note, error } = withAudience(source, now);
      const outcome = source.leftOut ?? source.reason ?? error?.field ?? note ?? 'public';
      found.push({ outcome, status: fields?.['status'], publishAt: fields?.['publishAt'] });
    }
    return found;
  }

  const ofMarkdown = async (text: string, path = 'a.md') => {
    await mkdir(join(folder, 'site', '_drafts'), { recursive: true });
    await writeFile(join(folder, 'site', path), text);
    const [{ outcome, status, publishAt } = expect.fail(text)] = await outcomes('site');
    return { outcome, status, publishAt };
  };

  const drafts = [
    '---\ndraft: true\n---\n',
    '---\ndraft: yes\n---\n',
    '---\ndraft: "true"\n---\n',
    '---\ndraft: 1\n---\n',
    '---\ndraft: On\n---\n',
    '+++\ndraft = true\n+++\n',
    '+++\ntitle = "A"\ndraft = "yes"\n+++\n',
    '---\npublished: no\n---\n',
    '---\nstatus: Draft\n---\n',
    '---\nstatus: private\n---\n',
    '---\nvisibility: members\n---\n',
    '---\npassword: secret\n---\n',
    '---\nprivate: true\n---\n',
  ];
  for (const text of drafts) {
    it(`makes a draft of a Markdown file, with a line that says why: ${JSON.stringify(text)}`, async () => {
      const { outcome, status } = await ofMarkdown(text);
      expect({ status, isNoted: outcome.startsWith('a draft, because ') }).to.deep.equal({
        status: 'DRAFT',
        isNoted: true,
      });
    });
  }

  it('publishes what is for everybody, and schedules what is dated in the future', async () => {
    for (const text of [
      'Text\n',
      '---\ndraft: false\nstatus: published\n---\n',
      '+++\ndraft = false\n+++\n',
      '---\nvisibility: public\n---\n',
    ])
      expect(await ofMarkdown(text), text).to.include({ outcome: 'public', status: 'PUBLISHED' });
    const later = await ofMarkdown('---\ndate: 2031-8-4\n---\n');
    expect(later).to.deep.include({ status: 'DRAFT', publishAt: '2031-08-04T00:00:00.000Z' });
  });

  it('makes drafts of the folder _drafts', async () => {
    expect(await ofMarkdown('Text', '_drafts/a.md')).to.include({ status: 'DRAFT' });
  });

  it('refuses by name what it does not understand', async () => {
    for (const [text, named] of [
      ['---\ndraft: perhaps\n---\n', 'draft'],
      ['---\nstatus: embargoed\n---\n', 'status'],
      [';;;\n{}\n;;;\n', 'a.md'],
      ['{\n"draft": true\n}\n', 'a.md'],
      ['+++\ndraft = \n+++\n', 'a.md'],
      ['---\ntitle: A\n', 'a.md'],
    ] as const)
      expect((await ofMarkdown(text)).outcome, text).to.include(named);
  });

  const wordPress = (...items: readonly string[]) =>
    `<rss xmlns:wp="w"><channel>${items
      .map(
        (item, index) =>
          `<item><title>A</title><wp:post_id>${index}</wp:post_id><wp:post_type>post</wp:post_type>${item}</item>`,
      )
      .join('')}</channel></rss>`;

  it('of WordPress makes drafts of what is protected, private or pending, and leaves out the trash', async () => {
    const status = (value: string, more = '') => `<wp:status>${value}</wp:status>${more}`;
    const text = wordPress(
      status('publish'),
      status('publish', '<wp:post_password>x</wp:post_password>'),
      status('private'),
      status('pending'),
      status('trash'),
      status('embargoed'),
    );
    await writeFile(join(folder, 'a.xml'), text);
    expect(await outcomes('a.xml')).to.deep.equal([
      { outcome: 'public', status: 'PUBLISHED', publishAt: undefined },
      { outcome: 'a draft, because it has a password', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because it is private', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because it waits for a review', status: 'DRAFT', publishAt: undefined },
      { outcome: 'wordpress-4 is in the trash', status: undefined, publishAt: undefined },
      { outcome: 'wp:status', status: 'DRAFT', publishAt: undefined },
    ]);
  });

  it('of Ghost makes drafts of what is for members, paid, or only sent by mail', async () => {
    const posts = [
      { status: 'published', visibility: 'public' },
      { status: 'published', visibility: 'members' },
      { status: 'published', visibility: 'paid' },
      { status: 'published', visibility: 'tiers' },
      { status: 'sent', visibility: 'public' },
      { status: 'published', id: 'mail' },
      { status: 'later' },
    ].map((post, index) => ({ id: `p${index}`, title: 'A', html: '', ...post }));
    const data = { posts, posts_meta: [{ post_id: 'mail', email_only: 1 }] };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ db: [{ data }] }));
    const found = await outcomes('a.json');
    expect(found.map(({ status }) => status)).to.deep.equal(['PUBLISHED', ...Array(5).fill('DRAFT'), 'DRAFT']);
    expect(found.map(({ outcome }) => outcome).slice(-2)).to.deep.equal([
      'a draft, because it was only sent by mail',
      'status',
    ]);
  });

  it('refuses a file that is not UTF-8, and takes the encoding that XML declares', async () => {
    const latin = Buffer.from('sourceId,username,email\n1,Gr\xfcn,a@example.com\n', 'latin1');
    await writeFile(join(folder, 'users.csv'), latin);
    let message = '';
    try {
      for await (const row of readUsers(join(folder, 'users.csv'), [])) expect.fail(JSON.stringify(row));
    } catch (error) {
      message = String(error);
    }
    expect(message).to.include('not UTF-8');
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/a.md'), Buffer.from('Gr\xfcn', 'latin1'));
    expect((await outcomes('site'))[0]?.outcome).to.equal('a.md: The file is not UTF-8.');
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${wordPress('<wp:status>publish</wp:status><dc:creator>Gr\xfcn</dc:creator>')}`;
    await writeFile(join(folder, 'a.xml'), Buffer.from(xml, 'latin1'));
    for await (const { fields } of await readContents(join(folder, 'a.xml'), options))
      expect(fields).to.include({ author: 'Grün' });
  });

  it('keeps titles, tags and dates as they were written', async () => {
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/a.md'), '---\ntitle: 1984\ntags: [007, yes]\ndate: 2017-8-4\n---\n');
    await writeFile(join(folder, 'site/b.md'), '---\ntags: one, two\n---\n');
    const found = [];
    for await (const { fields } of await readContents(join(folder, 'site'), options)) found.push(fields);
    expect(found[0]).to.deep.include({ title: '1984', tags: ['007', 'yes'], publishedAt: '2017-08-04T00:00:00.000Z' });
    expect(found[1]).to.deep.include({ tags: ['one', 'two'] });
  });

  it('reads no file outside its folder', async () => {
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'secret.md'), 'secret');
    await symlink(join(folder, 'secret.md'), join(folder, 'site/leak.md'));
    expect((await outcomes('site'))[0]?.outcome).to.equal('leak.md: it is a link that leaves the folder');
  });
});
