import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decidedIn } from './decided.ts';

/** Written by hand in the form of a WordPress export (WXR 1.2). */
const wordPress = `<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE rss [ <!ENTITY secret SYSTEM "file:///etc/hostname"> ]>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:wp="http://wordpress.org/export/1.2/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>My blog</title><wp:wxr_version>1.2</wp:wxr_version>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename><![CDATA[guides]]></wp:category_nicename>
  <wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Guides & more]]></wp:cat_name></wp:category>
<wp:category><wp:category_nicename>linux</wp:category_nicename><wp:category_parent>guides</wp:category_parent>
  <wp:cat_name>Linux</wp:cat_name></wp:category>
<item><title>Hello &amp; welcome</title><link>https://blog.example.com/2019/05/hello/</link><dc:creator><![CDATA[ada]]></dc:creator>
  <content:encoded><![CDATA[<!-- wp:paragraph --><p>An <strong>old</strong> post.</p><!-- /wp:paragraph --><script>alert(1)</script>
  <table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>]]></content:encoded>
  <excerpt:encoded><![CDATA[Short.]]></excerpt:encoded><wp:post_id>7</wp:post_id>
  <wp:post_date>2019-05-01 12:00:00</wp:post_date><wp:post_date_gmt>2019-05-01 10:00:00</wp:post_date_gmt>
  <wp:post_modified_gmt>2020-01-02 03:04:05</wp:post_modified_gmt><wp:post_name>%e4%bd%a0%e5%a5%bd</wp:post_name>
  <wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
  <category domain="category" nicename="linux"><![CDATA[Linux]]></category>
  <category domain="post_tag" nicename="old"><![CDATA[Old things]]></category>
  <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[9]]></wp:meta_value></wp:postmeta></item>
<item><title></title><content:encoded><![CDATA[One line
another line

second paragraph]]></content:encoded><wp:post_id>8</wp:post_id><wp:post_date>2021-05-01 12:00:00</wp:post_date>
  <wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_name>draft</wp:post_name>
  <wp:status>draft</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>image.png</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type>
  <wp:attachment_url>https://blog.example.com/files/image.png</wp:attachment_url></item>
</channel></rss>`;

const ghost = JSON.stringify({
  db: [
    {
      data: {
        posts: [
          {
            id: 'p1',
            title: 'Hello Ghost',
            slug: 'hello-ghost',
            html: '<h2>Head</h2><p>Text with <a href="https://example.com">a link</a>.</p>',
            custom_excerpt: null,
            feature_image: 'https://ghost.example.com/content/images/bridge.jpg',
            status: 'published',
            created_at: '2018-01-01T00:00:00.000Z',
            updated_at: '2018-01-03T00:00:00.000Z',
            published_at: '2018-01-02T00:00:00.000Z',
          },
        ],
        users: [{ id: 'u1', slug: 'ada', email: 'ada@example.com' }],
        posts_authors: [{ post_id: 'p1', author_id: 'u1', sort_order: 0 }],
        tags: [
          { id: 't1', name: 'News' },
          { id: 't2', name: '#internal' },
        ],
        posts_tags: [
          { post_id: 'p1', tag_id: 't2', sort_order: 0 },
          { post_id: 'p1', tag_id: 't1', sort_order: 1 },
        ],
      },
    },
  ],
});

const lexical = JSON.stringify({
  root: {
    type: 'root',
    children: [
      { type: 'extended-heading', tag: 'h2', children: [{ type: 'extended-text', text: 'Head & more' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'extended-text', text: 'bold', format: 3 },
          { type: 'linebreak' },
          { type: 'link', url: 'https://example.com/?a=1&b', children: [{ type: 'text', text: '<link>' }] },
        ],
      },
      { type: 'list', tag: 'ol', children: [{ type: 'listitem', children: [{ type: 'text', text: 'one' }] }] },
      { type: 'extended-quote', children: [{ type: 'text', text: 'quoted' }] },
      { type: 'codeblock', code: 'a < b', language: 'js' },
      { type: 'image', src: '/content/images/a.png', alt: 'A', caption: 'Caption' },
      { type: 'markdown', markdown: '*card*' },
      { type: 'bookmark', url: 'https://example.org', metadata: { title: 'Marked' } },
      { type: 'horizontalrule' },
      { type: 'paywall' },
    ],
  },
});
const mobiledoc = JSON.stringify({
  version: '0.3.1',
  markups: [['strong'], ['a', ['href', 'https://example.com']]],
  atoms: [['soft-return', '', {}]],
  cards: [
    ['card-markdown', { markdown: '*card*' }],
    ['image', { src: '/content/images/a.png', alt: 'A' }],
  ],
  sections: [
    [1, 'h2', [[0, [], 0, 'Head & more']]],
    [
      1,
      'p',
      [
        [0, [0], 1, 'bold'],
        [1, [], 0, 0],
        [0, [1, 0], 2, '<link>'],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
    [10, 0],
    [10, 1],
  ],
});

const markdown = `---
title: "Front matter: yes"
date: 2017-03-04 05:06
description: In short
tags: [a, b]
categories: [Guides]
draft: true
image: ../pictures/bridge.jpg
---
# Heading

---
Text
`;

describe('Files of other products', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const read = async (name: string, text: string, keepHtml = false) => {
    await writeFile(join(folder, name), text);
    return collected(name, keepHtml);
  };
  const decidedInText = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return decidedIn(join(folder, name));
  };
  const collected = async (name: string, keepHtml = false) =>
    (await decidedIn(join(folder, name), { keepHtml })).map(({ given, row, fields, notes }) => ({
      ...given,
      ...row,
      fields,
      notes,
    }));

  it('of WordPress: posts and pages with dates, authors, categories, tags and paths', async () => {
    const [first, second, ...others] = await read('blog.xml', wordPress);
    expect(others).to.deep.equal([]);
    expect(first).to.deep.include({
      row: 1,
      path: '/2019/05/hello/',
      audience: { kind: 'public' },
      fields: {
        sourceId: 'wordpress-7',
        title: 'Hello & welcome',
        slug: '你好',
        summary: 'Short.',
        author: 'ada',
        status: 'PUBLISHED',
        createdAt: '2019-05-01T10:00:00.000Z',
        updatedAt: '2020-01-02T03:04:05.000Z',
        publishedAt: '2019-05-01T10:00:00.000Z',
        cover: 'https://blog.example.com/files/image.png',
        tags: ['Old things'],
        category: [
          { name: 'Guides & more', slug: 'guides' },
          { name: 'Linux', slug: 'linux' },
        ],
        editorType: 'MARKDOWN',
        contentMd: 'An **old** post.\n\n| a |\n| - |\n| 1 |',
      },
    });
    expect(second?.fields).to.deep.include({ title: 'draft', status: 'DRAFT', createdAt: '2021-05-01T12:00:00.000Z' });
    expect(second?.fields?.['contentMd']).to.equal('One line\\\nanother line\n\nsecond paragraph');
  });

  it('of WordPress: HTML can be kept, and is then sanitised', async () => {
    const [, second] = await read('kept.xml', wordPress, true);
    expect(second?.fields).to.deep.include({
      editorType: 'RICHTEXT',
      contentHtml: '<p>One line<br>another line</p><p>second paragraph</p>',
    });
  });

  it('of WordPress: external entities are not read, and broken XML is refused', async () => {
    const hostile = wordPress.replace('Hello &amp; welcome', '&secret;');
    await read('hostile.xml', hostile).then(
      () => expect.fail('The file was read.'),
      ({ name, message }: Error) =>
        expect(`${name} ${message}`).to.match(/^UnreadableFile .*not valid XML.*undefined entity/),
    );
    await read('cut.xml', wordPress.slice(0, 900)).then(
      () => expect.fail('The file was read.'),
      ({ name }: Error) => expect(name).to.equal('UnreadableFile'),
    );
  });

  it('of WordPress: line breaks of Windows are line breaks', async () => {
    const [unix, windows] = [
      await read('unix.xml', wordPress),
      await read('crlf.xml', wordPress.replaceAll('\n', '\r\n')),
    ];
    expect(windows).to.deep.equal(unix);
  });

  it('of WordPress: characters that XML forbids are left out and counted, and entities are decoded', async () => {
    const item = (title: string, more = '') =>
      `<item><title>${title}</title><wp:post_id>${title.length}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>draft</wp:status>${more}</item>`;
    const terms =
      '<category domain="post_tag"><![CDATA[R&amp;D]]></category><category domain="category" nicename="a">Q&amp;amp;A</category>';
    const text = `\n  <?xml version="1.0"?><rss><channel>${item('A\u{1}B\u{fffe}&#x1;&#0;C')}${item('R&amp;amp;D &nbsp;&copy; It&amp;#8217;s', terms)}</channel></rss>`;
    const [first, second] = await read('entities.xml', text);
    expect(first?.fields).to.include({ title: 'ABC' });
    expect(first?.notes).to.include('4 characters that XML forbids were left out.');
    expect(second?.fields).to.deep.include({
      title: 'R&D \u{a0}© It’s',
      tags: ['R&D'],
      category: [{ name: 'Q&A', slug: 'a' }],
    });
    expect(second?.notes.join()).not.to.include('XML');
  });

  it('of WordPress in UTF-16, and in the encoding that an option names', async () => {
    const text = (declared: string) => `<?xml version="1.0"${declared}?>${wordPress.slice(wordPress.indexOf('<rss'))}`;
    await writeFile(join(folder, 'utf16.xml'), Buffer.from(`\u{feff}${text(' encoding="UTF-16"')}`, 'utf16le'));
    expect((await collected('utf16.xml'))[0]?.fields).to.include({ title: 'Hello & welcome' });
    await writeFile(join(folder, 'latin.xml'), Buffer.from(text('').replace('Hello', 'Gr\xfcn'), 'latin1'));
    expect(await collected('latin.xml').catch(String)).to.include('latin.xml is not UTF-8');
    const [post] = await decidedIn(join(folder, 'latin.xml'), { encoding: 'latin1' });
    expect(post?.fields).to.include({ title: 'Grün & welcome' });
    expect(await decidedIn(join(folder, 'latin.xml'), { encoding: 'latin-9000' }).catch(String)).to.include(
      'not known',
    );
  });

  it('with times without a zone are in the zone that an option names', async () => {
    await mkdir(join(folder, 'zoned'));
    await writeFile(join(folder, 'zoned/a.md'), '---\ndate: 2017-8-4\nlastmod: 2017-12-04 10:00 +0500\n---\n');
    await writeFile(
      join(folder, 'zoned/b.md'),
      '+++\ndate = 2017-08-04T10:00:00\nlastmod = 2017-08-04T10:00:00Z\n+++\n',
    );
    const timesIn = async (timeZone: string) =>
      (await decidedIn(join(folder, 'zoned'), { timeZone })).map(({ fields }) => [
        fields?.['createdAt'],
        fields?.['updatedAt'],
      ]);
    expect(await timesIn('UTC')).to.deep.equal([
      ['2017-08-04T00:00:00.000Z', '2017-12-04T05:00:00.000Z'],
      ['2017-08-04T10:00:00.000Z', '2017-08-04T10:00:00.000Z'],
    ]);
    expect(await timesIn('Europe/Berlin')).to.deep.equal([
      ['2017-08-03T22:00:00.000Z', '2017-12-04T05:00:00.000Z'],
      ['2017-08-04T08:00:00.000Z', '2017-08-04T10:00:00.000Z'],
    ]);
    const post = { id: 1, title: 'a', html: '', status: 'published', published_at: '2017-01-04 10:00:00' };
    await writeFile(join(folder, 'zoned.json'), JSON.stringify({ data: { posts: [post] } }));
    const [ghostly] = await decidedIn(join(folder, 'zoned.json'), { timeZone: 'America/New_York' });
    expect(ghostly?.fields).to.include({ publishedAt: '2017-01-04T15:00:00.000Z' });
  });

  it('of Ghost: addresses at its own site become paths here', async () => {
    const html =
      '<a href="__GHOST_URL__/a/?x=1#y">a</a> <a href="__GHOST_URL__/tag/b/">b</a> <img src="__GHOST_URL__/content/images/c.png"> __GHOST_URL__';
    const posts = [
      { id: 1, slug: 'a', title: 'a', status: 'draft', html, feature_image: '__GHOST_URL__/content/d.png' },
    ];
    const [post] = await decidedInText('site.json', JSON.stringify({ data: { posts } }));
    expect(post?.fields).to.include({
      cover: '/content/d.png',
      contentMd: '[a](/articles/a?x=1#y) [b](/tag/b/) ![](/content/images/c.png) /',
    });
  });

  it('that have HTML of their own is sanitised, unless it is trusted', async () => {
    const contentHtml = '<p onclick="x()">a<script>b</script></p>';
    const updatedAt = '2020-01-01T00:00:00.000Z';
    const rich = { sourceId: '1', title: 'a', editorType: 'RICHTEXT', updatedAt, contentHtml };
    await mkdir(join(folder, 'rich'));
    const head = `editorType: RICHTEXT\ncontentHtml: ${contentHtml}\ncontentMd: null`;
    await writeFile(join(folder, 'rich/a.md'), `---\n${head}\n---\n`);
    await writeFile(join(folder, 'rich.ndjson'), JSON.stringify(rich));
    await writeFile(
      join(folder, 'rich.json'),
      JSON.stringify({
        data: {
          posts: [
            {
              id: 1,
              title: 'a',
              status: 'draft',
              html: contentHtml,
              updated_at: updatedAt,
              _portcullis: JSON.stringify({ ...rich, contentHtml: undefined }),
            },
          ],
        },
      }),
    );
    for (const name of ['rich', 'rich.ndjson', 'rich.json']) {
      const [clean] = await decidedIn(join(folder, name));
      expect(clean?.fields, name).to.include({ contentHtml: '<p>a&lt;script&gt;b&lt;/script&gt;</p>' });
      const [trusted] = await decidedIn(join(folder, name), { trustHtml: true });
      expect(trusted?.fields, name).to.include({ contentHtml });
    }
  });

  it('of Ghost: posts with dates, authors and public tags', async () => {
    const [post] = await read('ghost.json', ghost);
    expect(post?.path).to.equal('/hello-ghost/');
    expect(post?.fields).to.deep.include({
      sourceId: 'ghost-p1',
      slug: 'hello-ghost',
      author: 'ada@example.com',
      status: 'PUBLISHED',
      createdAt: '2018-01-01T00:00:00.000Z',
      publishedAt: '2018-01-02T00:00:00.000Z',
      tags: ['News'],
      cover: 'https://ghost.example.com/content/images/bridge.jpg',
      contentMd: '## Head\n\nText with [a link](https://example.com).',
    });
    await read('other.json', '{"db":[]}').then(
      () => expect.fail('The file was read.'),
      ({ name }: Error) => expect(name).to.equal('UnreadableFile'),
    );
  });

  it('of Ghost: documents in Lexical and in Mobiledoc, if there is no HTML', async () => {
    const row = { status: 'draft', html: null };
    const posts = [
      { ...row, id: 1, title: 'a', lexical },
      { ...row, id: 2, title: 'b', mobiledoc },
      { ...row, id: 3, title: 'c', lexical: 'no JSON', mobiledoc: '{}' },
    ];
    const [first, second, third] = await read('documents.json', JSON.stringify({ data: { posts } }));
    expect(first?.fields?.['contentMd']).to.equal(
      [
        '## Head & more',
        '***bold***\\\n[\\<link>](https://example.com/?a=1\\&b)',
        '1. one',
        '> quoted',
        '```js\na < b\n```',
        '![A](/content/images/a.png)',
        'Caption',
        '*card*',
        '[Marked](https://example.org)',
        '---',
      ].join('\n\n'),
    );
    expect(second?.fields?.['contentMd']).to.equal(
      [
        '## Head & more',
        '**bold**\\\n[**\\<link>**](https://example.com)',
        '- one\n- two',
        '*card*',
        '![A](/content/images/a.png)',
      ].join('\n\n'),
    );
    expect(third && 'errors' in third ? third.errors : undefined).to.have.lengthOf(1);
    const cards = { root: { children: [{ type: 'paywall' }, { type: 'unknown' }] } };
    const [left] = await read(
      'cards.json',
      JSON.stringify({ data: { posts: [{ ...row, id: 4, title: 'd', lexical: JSON.stringify(cards) }] } }),
    );
    expect(left?.notes.filter((note) => note.includes('<embed>'))).to.have.lengthOf(1);
  });

  it('of Ghost: times in milliseconds and in UTC without a zone, pages, and the author of old exports', async () => {
    const posts = [
      { id: 1, title: 'a', status: 'published', published_at: 1283780649000, created_at: 1283780649000, author_id: 3 },
      { id: 2, title: 'b', status: 'scheduled', page: 1, published_at: '2031-06-30 15:35:36', html: '<p>x</p>' },
    ];
    const users = [{ id: 3, name: 'Jo', slug: 'jo', email: 'jo@example.com' }];
    const [first, second] = await read('old.json', JSON.stringify({ meta: {}, data: { posts, users } }));
    expect(first?.fields).to.include({ author: 'jo@example.com', publishedAt: '2010-09-06T13:44:09.000Z' });
    expect(second?.fields).to.include({ status: 'DRAFT', publishAt: '2031-06-30T15:35:36.000Z' });
  });

  it('in Markdown: front matter, and otherwise names and headings', async () => {
    await mkdir(join(folder, 'posts/deep'), { recursive: true });
    await writeFile(join(folder, 'posts/one.md'), markdown);
    await writeFile(join(folder, 'posts/deep/2016-02-03-two.md'), '# Second\n\nText\n');
    await writeFile(join(folder, 'posts/three.md'), '---\ntitle: [\n---\nText\n');
    await writeFile(join(folder, 'posts/other.txt'), 'no content');
    const [two, one, three, ...others] = await collected('posts');
    expect(others).to.deep.equal([]);
    expect(one?.fields).to.deep.include({
      sourceId: 'one.md',
      title: 'Front matter: yes',
      slug: 'one',
      summary: 'In short',
      createdAt: '2017-03-04T05:06:00.000Z',
      status: 'DRAFT',
      tags: ['a', 'b'],
      category: ['Guides'],
      cover: '../pictures/bridge.jpg',
      contentMd: '# Heading\n\n---\nText\n',
    });
    expect(two?.fields).to.deep.include({
      sourceId: 'deep/2016-02-03-two.md',
      title: 'Second',
      slug: 'two',
      createdAt: '2016-02-03T00:00:00.000Z',
      publishedAt: '2016-02-03T00:00:00.000Z',
      status: 'PUBLISHED',
    });
    expect(three).to.deep.include({ row: 3, fields: undefined });
    expect(three?.reason).to.match(/^three\.md: /);
  });
});
