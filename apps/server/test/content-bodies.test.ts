import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { aContent, expectSuccess, type Wire } from './support/builders.ts';
import { sharedService } from './support/service.ts';

type Stored = Wire<ContentView>;

const rich = '<div onclick="x()"><script>1 < 2</script>\r\n\t<custom-element a=b>&nbsp;</div><!-- kept -->';
/** The HTML that remains of `rich` after sanitising. */
const cleaned = '<div>&lt;script&gt;1 &lt; 2&lt;/script&gt;\r\n\t\u00a0</div>';
const raw = '{"ops":[{"insert":"\\u2028 <b>"}]}';

/** Changes a content, expects that the response equals a later read, and returns the changed content. */
async function patched(id: string, change: object): Promise<Stored> {
  const { admin } = await sharedService();
  const data = await expectSuccess(admin.patch<Stored>(`/contents/${id}`, change));
  expect((await admin.get(`/contents/${id}`)).data).to.deep.equal({ ...data, hasDraft: false, brokenMedia: [] });
  return data;
}

/** Returns the HTML into which a Markdown text is converted. */
async function htmlOf(contentMd: string): Promise<string> {
  const { admin } = await sharedService();
  return (await aContent(admin, { contentMd })).contentHtml ?? '';
}

describe('content bodies', () => {
  for (const editorType of ['MARKDOWN', 'UPLOAD']) {
    it(`§4.6 Markdown rule 1: creating ${editorType} generates the HTML, and ignores HTML in the request`, async () => {
      const { admin } = await sharedService();
      const content = await aContent(admin, { editorType, contentMd: '**b**', contentHtml: '<i>sent</i>' });
      expect(content).to.include({ editorType, contentMd: '**b**', contentHtml: '<p><strong>b</strong></p>\n' });
      expect((await admin.get(`/contents/${content.id}`)).data).to.deep.equal({
        ...content,
        hasDraft: false,
        brokenMedia: [],
      });
      const empty = await aContent(admin, { editorType, contentMd: null, contentHtml: '<i>sent</i>' });
      expect(empty).to.include({ contentMd: null, contentHtml: null });
    });

    it(`§4.6 Markdown rule 2: updating ${editorType} generates the HTML again only when contentMd is sent`, async () => {
      const { admin } = await sharedService();
      const { id, contentHtml } = await aContent(admin, { editorType });
      expect(await patched(id, { title: 'Other', contentHtml: '<i>sent</i>' })).to.include({ contentHtml });
      expect(await patched(id, { contentMd: 'new' })).to.include({ contentHtml: '<p>new</p>\n' });
      expect(await patched(id, { contentMd: null })).to.include({ contentMd: null, contentHtml: null });
    });
  }

  it('§4.6 Markdown rule 2: the editor type in the request decides; if it is missing, the stored type decides', async () => {
    const { admin } = await sharedService();
    const { id } = await aContent(admin, { editorType: 'RICHTEXT', contentMd: 'old', contentHtml: rich });
    expect(await patched(id, { contentMd: 'kept' })).to.include({ contentMd: 'kept', contentHtml: rich });
    const toMarkdown = await patched(id, { editorType: 'MARKDOWN', contentMd: 'new', contentHtml: '<i>sent</i>' });
    expect(toMarkdown).to.include({ editorType: 'MARKDOWN', contentHtml: '<p>new</p>\n' });
    const toRich = await patched(id, { editorType: 'RICHTEXT', contentMd: '# no', contentHtml: rich });
    expect(toRich).to.include({ editorType: 'RICHTEXT', contentMd: '# no', contentHtml: rich });
    const back = await patched(id, { editorType: 'UPLOAD' });
    expect(back).to.include({ editorType: 'UPLOAD', contentMd: '# no', contentHtml: cleaned });
  });

  it('§4.6: a RICHTEXT that becomes Markdown without new Markdown keeps its HTML after sanitising', async () => {
    const { admin } = await sharedService();
    const steps: (readonly [object, object])[] = [
      [
        { editorType: 'MARKDOWN', contentHtml: rich },
        { editorType: 'MARKDOWN', contentHtml: cleaned },
      ],
      [{ editorType: 'RICHTEXT', contentHtml: rich }, { contentHtml: rich }],
      [{ title: 'Other' }, { contentHtml: rich }],
      [{ editorType: 'UPLOAD', contentMd: 'new' }, { contentHtml: '<p>new</p>\n' }],
    ];
    const { id } = await aContent(admin, { editorType: 'RICHTEXT', contentMd: null, contentHtml: rich });
    for (const [change, expected] of steps) expect(await patched(id, change)).to.deep.include(expected);
    expect(await patched(id, { contentMd: null })).to.deep.include({ toc: [], excerpt: null, readingMinutes: null });
  });

  it('§4.6: tables that lack most of their cells are refused with 413', async () => {
    const { admin } = await sharedService();
    const table = `${'|a'.repeat(181)}|\n${'|-'.repeat(181)}|\n${'b\n'.repeat(362)}\n`;
    const { status, code } = await admin.post('/contents', { title: 'Sparse', contentMd: table.repeat(21) });
    expect([status, code]).to.deep.equal([413, 1013]);
  });

  it('§4.6 Markdown rule 3: publishing generates missing HTML, and does not change existing HTML', async () => {
    const { admin } = await sharedService();
    const { id } = await aContent(admin, { editorType: 'RICHTEXT', contentMd: '*late*' });
    expect(await patched(id, { editorType: 'MARKDOWN' })).to.include({ contentHtml: null });
    const published = await expectSuccess(admin.post<Stored>(`/contents/${id}/publish`));
    expect(published).to.include({ status: 'PUBLISHED', contentHtml: '<p><em>late</em></p>\n' });
    expect((await admin.get(`/contents/${id}`)).data).to.deep.equal({ ...published, hasDraft: false, brokenMedia: [] });

    const kept = await aContent(admin, { editorType: 'RICHTEXT', contentMd: '*late*', contentHtml: rich });
    await patched(kept.id, { editorType: 'MARKDOWN' });
    expect((await admin.post(`/contents/${kept.id}/publish`)).data).to.include({ contentHtml: cleaned });
  });

  it('§4.6 Markdown rule 4: RICHTEXT is stored byte for byte, with or without contentRaw', async () => {
    const { admin } = await sharedService();
    const sent = { editorType: 'RICHTEXT', contentMd: null, contentHtml: rich };
    expect(await aContent(admin, sent)).to.include({ contentHtml: rich, contentRaw: null });
    const { id } = await aContent(admin, { ...sent, contentRaw: raw });
    await expectSuccess(admin.post(`/contents/${id}/publish`));
    expect((await admin.get(`/contents/${id}`)).data).to.include({ contentHtml: rich, contentRaw: raw });
    expect(await patched(id, { contentHtml: `${rich} ` })).to.include({ contentHtml: `${rich} `, contentRaw: raw });
  });
});

describe('content HTML', () => {
  it('§4.6 conversion rule 1: has tables, task lists, strikethrough and auto-links', async () => {
    const html = await htmlOf('| a |\n|:-:|\n| 1 |\n\n- [x] done\n\n~~gone~~ https://example.com');
    expect(html)
      .to.match(/<th[^>]*>a<\/th>/)
      .and.match(/<li[^>]*>\s*<input[^>]*type="checkbox"[^>]*>/);
    expect(html)
      .to.match(/<(del|s)>gone<\/\1>/)
      .and.include('<a href="https://example.com">https://example.com</a>');
  });

  it('§4.6 conversion rule 2: a single line break becomes a line-break element', async () => {
    expect(await htmlOf('one\ntwo')).to.match(/^<p>one<br ?\/?>\s*two<\/p>\s*$/);
  });

  it('§4.6 conversion rule 3: every heading has an id made from its text, with letters of any script', async () => {
    const html = await htmlOf('# Hello, World\n\n## 你好 世界\n\n###### Ünïcode `code`\n\n# Hello, World');
    expect(html).to.include('<h1 id="hello-world">').and.include('<h2 id="你好-世界">');
    expect(html).to.include('<h6 id="ünïcode-code">').and.include('<h1 id="hello-world-1">');
  });

  it('§4.6 conversion rule 5: contains no script of the author', async () => {
    const html = await htmlOf('[x](javascript:alert(1)) <script>alert(1)</script>\n\n<img src="x" onerror="alert(1)">');
    expect(html).to.match(/^<p>/);
    expect(html).not.to.match(/<script|<[^>]+ (?:onerror|href="javascript:)/);
  });

  it('§4.6 conversion rule 4: code of a supported language is highlighted, other code is not', async () => {
    const known = await htmlOf('```typescript\nconst a = 1;\n```');
    expect(known).to.include('<code class="hljs language-typescript"><span class="hljs-keyword">const</span> a');
    for (const fence of ['```', '```no-such-language']) {
      const plain = await htmlOf(`${fence}\nconst a = "<b>";\n\`\`\``);
      expect(plain).to.include('const a = &quot;&lt;b&gt;&quot;;').and.not.include('hljs');
    }
  });
});

describe('content outlines', () => {
  const article = '# One\n\nThe *first* paragraph.\n\n## Two\n\nMore.\n';
  const toc = [{ id: 'one', text: 'One', level: 1, children: [{ id: 'two', text: 'Two', level: 2, children: [] }] }];

  it('are generated with the HTML and returned with it; lists have the excerpt and the reading time', async () => {
    const { admin } = await sharedService();
    const { id, title } = await aContent(admin, { contentMd: article });
    const outline = { toc, excerpt: 'The first paragraph.', readingMinutes: 1 };
    expect((await admin.get(`/contents/${id}`)).data).to.deep.include(outline);
    const { items } = await expectSuccess(
      admin.get<{ items: Stored[] }>(`/contents?search=${encodeURIComponent(title)}`),
    );
    expect(items[0]).to.include({ excerpt: outline.excerpt, readingMinutes: 1 }).and.not.to.have.property('toc');
  });

  it('are generated again for new Markdown, and empty if the HTML was supplied', async () => {
    const { admin } = await sharedService();
    const { id } = await aContent(admin, { contentMd: article });
    expect(await patched(id, { contentMd: 'Short.' })).to.deep.include({ toc: [], excerpt: 'Short.' });
    const supplied = await patched(id, { editorType: 'RICHTEXT', contentHtml: rich });
    expect(supplied).to.deep.include({ contentHtml: rich, toc: [], excerpt: null, readingMinutes: null });
  });
});
