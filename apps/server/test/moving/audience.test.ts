import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { partsOfFile } from '../../src/moving/front-matter.ts';
import { readUsers } from '../../src/moving/read-users.ts';
import { decidedIn } from './decided.ts';

describe('An import', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-audience-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Returns what becomes of each content: `public`, the first note or the error, and the fields. */
  async function outcomes(name: string, options: Parameters<typeof decidedIn>[1] = {}) {
    return (await decidedIn(join(folder, name), options)).map(({ given, row, fields, notes }) => {
      const [error] = 'errors' in row ? row.errors : [];
      const outcome =
        given.leftOut ?? (error === undefined ? (notes[0] ?? 'public') : `${error.field}: ${error.message}`);
      return { outcome, status: 'value' in row ? row.value.status : undefined, publishAt: fields?.['publishAt'] };
    });
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
    '---\nDraft: TRUE\n---\n',
    '\n---\nisDraft: yes\n---\n',
    '---\r\npublished: "false"\r\n---\r\n',
    '---\npublic: 0\n---\n',
    '---\nmembers_only: 1\n---\n',
    '---\nmembersOnly: true\n---\n',
    '---\naccess: [gold, silver]\n---\n',
    '---\ntier: paid\n---\n',
    '---\nembargo: next week\n---\n',
    '---\nstatus: in-review\n---\n',
    '---\npost_status: draft\n---\n',
    '---\nbuild:\n  render: never\n---\n',
    '---\nexpiryDate: 2020-01-01\n---\n',
    '---\nprivate: true\npublishAt: 2031-01-01T00:00:00Z\n---\n',
    '---\nstatus: scheduled\ndate: 2020-01-01\n---\n',
    '+++\ndraft = 1\n+++\n',
    '+++\npublished = false\n+++\n',
    '---\ntitle: x\ndraft: true\n...\n',
    '----\ndraft: true\n----\n',
    '---\npassword_protected: secret\n---\n',
    '---\nrelease_date: 2031-01-01\n---\n',
    '---\narchived: true\n---\n',
    'Title: Pelican\nStatus: draft\n\nText\n',
  ];
  for (const text of drafts) {
    it(`makes a draft of a Markdown file, with a line that says why: ${JSON.stringify(text)}`, async () => {
      const { outcome, status, publishAt } = await ofMarkdown(text);
      expect({ status, publishAt, isNoted: outcome.startsWith('a draft, because ') }).to.deep.equal({
        status: 'DRAFT',
        publishAt: undefined,
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
      '---\npublished: 2020-01-01\npassword:\nmembers: no\n---\n',
      'Note: this is a text.\n',
      'Title: Pelican\nDate: 2020-01-01\n\nText\n',
      '{{< shortcode >}}\n',
      '---\npage: 2\ncontent: x\ninternal_links: true\naccessibility: good\nkeywords: private\n---\n',
      '---\nexpiryDate: 2031-01-01\n---\n',
    ])
      expect(await ofMarkdown(text), text).to.include({ outcome: 'public', status: 'PUBLISHED' });
    const later = await ofMarkdown('---\ndate: 2031-8-4\n---\n');
    expect(later).to.deep.include({ status: 'DRAFT', publishAt: '2031-08-04T00:00:00.000Z' });
    for (const name of ['publishDate', 'published', 'PubDate'])
      expect(await ofMarkdown(`---\n${name}: 2031-08-04\n---\n`), name).to.include({ status: 'DRAFT' });
    await writeFile(
      join(folder, 'a.ndjson'),
      ['published', 'Draft', 'ARCHIVED', 'private']
        .map((status, index) => JSON.stringify({ sourceId: `${index}`, title: 'A', status }))
        .join('\n'),
    );
    expect((await outcomes('a.ndjson')).map(({ status }) => status)).to.deep.equal([
      'PUBLISHED',
      'DRAFT',
      'ARCHIVED',
      'DRAFT',
    ]);
  });

  it('makes drafts of the folder _drafts', async () => {
    expect(await ofMarkdown('Text', '_drafts/a.md')).to.include({ status: 'DRAFT' });
    await rm(join(folder, 'site'), { recursive: true });
    await mkdir(join(folder, 'Drafts'));
    await writeFile(join(folder, 'Drafts/b.md'), 'Text');
    expect((await outcomes('Drafts'))[0]).to.include({ status: 'DRAFT' });
  });

  it('refuses by name what it does not understand', async () => {
    for (const [text, named] of [
      ['---\ndraft: perhaps\n---\n', 'draft'],
      ['---\nstatus: embargoed\n---\n', 'status'],
      [';;;\n{}\n;;;\n', 'a.md'],
      ['{\n"draft": true\n}\n', 'a.md'],
      ['+++\ndraft = \n+++\n', 'a.md'],
      ['---\ntitle: A\n', 'a.md'],
      ['{"draft": true}\nText\n', 'a.md'],
      ['---toml\ndraft = true\n---\n', 'a.md'],
      ['<!--\n.. title: Nikola\n.. status: draft\n-->\n', 'a.md'],
      ['%YAML 1.2\n---\ndraft: true\n---\n', 'a.md'],
      ['---\na: &a x\nb: *a\n---\n', 'a.md'],
      ['---\ndate: 2017-02-30\n---\n', 'createdAt'],
      ['---\ndate: yesterday\n---\n', 'createdAt'],
    ] as const)
      expect(await ofMarkdown(text), text)
        .to.include({ status: undefined })
        .and.nested.property('outcome')
        .that.includes(named);
  });

  it('looks for front matter in time that grows with the length of the file', () => {
    const start = process.cpuUsage();
    for (const text of ['\n', ' ', '---\n', '<!--', 'title: a\n', '{', '-']) partsOfFileOrError(text.repeat(100_000));
    // Quadratic time would be minutes.
    expect(process.cpuUsage(start).user / 1000).to.be.below(10_000);
  });

  const wordPress = (...items: readonly string[]) =>
    `<rss><channel>${items
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
      status(
        'future',
        '<wp:post_date_gmt>2031-01-01 00:00:00</wp:post_date_gmt><wp:post_password>x</wp:post_password>',
      ),
      status('publish', '<content:encoded><![CDATA[[members_only]secret[/members_only]]]></content:encoded>'),
      status('publish', '<content:encoded><![CDATA[<!-- wp:jetpack/premium-content {} -->x]]></content:encoded>'),
      status('publish', '<wp:post_date_gmt>2031-01-01 00:00:00</wp:post_date_gmt>'),
    );
    await writeFile(join(folder, 'a.xml'), text);
    expect(await outcomes('a.xml')).to.deep.equal([
      { outcome: 'public', status: 'PUBLISHED', publishAt: undefined },
      { outcome: 'a draft, because it has a password', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because it is private', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because it waits for a review', status: 'DRAFT', publishAt: undefined },
      { outcome: 'wordpress-4 is in the trash', status: undefined, publishAt: undefined },
      { outcome: 'wp:status: It is not known for whom "embargoed" is.', status: undefined, publishAt: undefined },
      { outcome: 'a draft, because it has a password', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because a part of it is only for some readers', status: 'DRAFT', publishAt: undefined },
      { outcome: 'a draft, because a part of it is only for some readers', status: 'DRAFT', publishAt: undefined },
      {
        outcome: 'scheduled, because its date is 2031-01-01T00:00:00.000Z',
        status: 'DRAFT',
        publishAt: '2031-01-01T00:00:00.000Z',
      },
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
      { status: 'published', html: '<!--kg-gated-block:begin nonMember:false -->x<!--kg-gated-block:end-->' },
      { status: 'later' },
    ].map((post, index) => ({ id: `p${index}`, title: 'A', html: '', ...post }));
    const data = { posts, posts_meta: [{ post_id: 'mail', email_only: 1 }] };
    await writeFile(join(folder, 'a.json'), JSON.stringify({ db: [{ data }] }));
    const found = await outcomes('a.json');
    expect(found.map(({ status }) => status)).to.deep.equal(['PUBLISHED', ...Array(6).fill('DRAFT'), undefined]);
    expect(found.map(({ outcome }) => outcome).slice(-2)).to.deep.equal([
      'a draft, because a part of it is only for some readers',
      'status: It is not known for whom "later" is.',
    ]);
  });

  async function usersIn(name: string, encoding?: string): Promise<readonly unknown[]> {
    const found = [];
    const options = { declarations: [], encoding, timeZone: 'UTC', remember: () => undefined };
    for await (const row of readUsers(join(folder, name), options))
      found.push('value' in row ? row.value.username : row);
    return found;
  }

  it('refuses a file that is not UTF-8, and takes the encoding that XML declares', async () => {
    const latin = Buffer.from('sourceId,username,email\n1,Gr\xfcn,a@example.com\n', 'latin1');
    await writeFile(join(folder, 'users.csv'), latin);
    expect(await usersIn('users.csv').catch(String)).to.include('users.csv is not UTF-8');
    expect(await usersIn('users.csv', 'latin1')).to.deep.equal(['Grün']);
    for (const [mark, encoding] of [
      ['\u{feff}', 'utf-16le'],
      ['\u{feff}', 'utf-8'],
    ] as const) {
      await writeFile(
        join(folder, 'marked.csv'),
        Buffer.from(`${mark}sourceId,username,email\n1,Grün,a@example.com\n`, encoding),
      );
      expect(await usersIn('marked.csv'), encoding).to.deep.equal(['Grün']);
    }
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/a.md'), Buffer.from('Gr\xfcn', 'latin1'));
    expect((await outcomes('site'))[0]?.outcome).to.include('a.md: The file is not UTF-8.');
    expect((await outcomes('site', { encoding: 'windows-1252' }))[0]?.outcome).to.equal('public');
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${wordPress('<wp:status>publish</wp:status><dc:creator>Gr\xfcn</dc:creator>')}`;
    await writeFile(join(folder, 'a.xml'), Buffer.from(xml, 'latin1'));
    const [read] = await decidedIn(join(folder, 'a.xml'));
    expect(read?.fields).to.include({ author: 'Grün' });
  });

  it('keeps titles, tags and dates as they were written', async () => {
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/a.md'), '---\ntitle: 1984\ntags: [007, yes]\ndate: 2017-8-4\n---\n');
    await writeFile(join(folder, 'site/b.md'), '---\ntags: one, two\n---\n');
    const found = (await decidedIn(join(folder, 'site'))).map(({ fields }) => fields);
    expect(found[0]).to.deep.include({ title: '1984', tags: ['007', 'yes'], publishedAt: '2017-08-04T00:00:00.000Z' });
    expect(found[1]).to.deep.include({ tags: ['one', 'two'] });
  });

  it('reads no file outside its folder', async () => {
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'secret.md'), 'secret');
    await symlink(join(folder, 'secret.md'), join(folder, 'site/leak.md'));
    expect((await outcomes('site'))[0]?.outcome).to.equal(': leak.md: it is a link that leaves the folder');
  });

  it('waits for no pipe in its folder', async () => {
    await mkdir(join(folder, 'site'));
    execFileSync('mkfifo', [join(folder, 'site/pipe.md')]);
    expect((await outcomes('site'))[0]?.outcome).to.equal(': pipe.md: it is not a regular file');
  });
});

function partsOfFileOrError(text: string): unknown {
  try {
    return partsOfFile(text);
  } catch (error) {
    return error;
  }
}
