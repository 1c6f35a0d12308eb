import { expect } from 'chai';
import { createMarkdownRenderer, RendererBusy, RenderTimeout, type MarkdownOptions } from '../src/index.ts';

const kilobyte = 1024;
const paragraph = 'Some *text* with `code` and 中文, enough of it to fill a line.\n\n';
const large = paragraph.repeat(1000);
/** Takes a minute to highlight and no time to render. */
const slowCode = `\`\`\`ini\n${'a'.repeat(60_000)}\n\`\`\`\n`;

const quickCode = '```js\n1\n```\n';

const open: { close: () => Promise<void> }[] = [];

function rendererWith(options: MarkdownOptions = {}): ReturnType<typeof createMarkdownRenderer> {
  const renderer = createMarkdownRenderer(options);
  open.push(renderer);
  return renderer;
}

const htmlBy = async ({ render }: ReturnType<typeof createMarkdownRenderer>, markdown: string): Promise<string> =>
  (await render(markdown)).html;

/** How something ended: its value, or its error. */
const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('The renderer', () => {
  afterEach(async () => {
    for (const renderer of open.splice(0)) await renderer.close();
  });

  it('gives the same for a document whether it is rendered here or in a worker', async () => {
    const here = rendererWith({ offLoopBytes: Infinity });
    const elsewhere = rendererWith({ offLoopBytes: 0 });
    for (const markdown of ['', '# é\n\n<b id=x>', '# 中文 🎉\n\n```js\n1\n```\n', paragraph.repeat(300)]) {
      expect(await elsewhere.render(markdown)).to.deep.equal(await here.render(markdown));
    }
  });

  it('keeps its options in a worker', async () => {
    const markdown = '<b onclick="x()">b</b>';
    expect(await htmlBy(rendererWith({ offLoopBytes: 0, sanitize: false }), markdown)).to.include('onclick');
    expect(await htmlBy(rendererWith({ offLoopBytes: 0 }), markdown)).to.equal('<p><b>b</b></p>\n');
  });

  it('decisions §4.6: over 32 KB it renders off the event loop', async () => {
    const renderer = rendererWith({ timeoutMs: 1 });
    const just = '中'.repeat(((32 * kilobyte) / 3) | 0);
    expect(await htmlBy(renderer, just)).to.equal(`<p>${just}</p>\n`);
    expect(await outcome(htmlBy(renderer, `${just}中`))).to.be.instanceOf(RenderTimeout);
  });

  it('decisions §4.6: code that takes long is tried off the event loop', async () => {
    const renderer = rendererWith({ offLoopBytes: Infinity, timeoutMs: 1 });
    expect(await outcome(htmlBy(renderer, slowCode))).to.be.instanceOf(RenderTimeout);
  });

  it('decisions §4.6: a code block that takes over a second is plain code', async () => {
    const html = await htmlBy(rendererWith({ offLoopBytes: Infinity }), `${slowCode}\n${quickCode}`);
    expect(html).to.match(/^<pre><code>aaaa/);
    expect(html).to.include('<code class="hljs language-js">');
  });

  it('tries a document with code once more, without highlighting, when its time is up', async () => {
    const renderer = rendererWith({ offLoopBytes: 0, timeoutMs: 3000, blockMs: 60_000, documentMs: 60_000 });
    expect(await htmlBy(renderer, slowCode)).to.match(/^<pre><code>aaaa/);
  });

  it('ends a document that takes too long with RenderTimeout, and renders the next', async () => {
    const renderer = rendererWith({ timeoutMs: 2000, workers: 1 });
    const [slow, next] = await Promise.all([
      outcome(htmlBy(renderer, '# a\n'.repeat(1_000_000))),
      outcome(htmlBy(renderer, large)),
    ]);
    expect(slow).to.be.instanceOf(RenderTimeout);
    expect(next).to.include('<em>text</em>');
  });

  it('loses no other document when a worker dies, and replaces it', async () => {
    const renderer = rendererWith({ workerHeapMegabytes: 40, workers: 2, timeoutMs: 20_000 });
    const [fatal, other] = await Promise.all([
      outcome(htmlBy(renderer, '# a\n'.repeat(300_000))),
      outcome(htmlBy(renderer, large)),
    ]);
    expect(fatal).to.be.instanceOf(RenderTimeout);
    expect(other).to.include('<em>text</em>');
    expect(await htmlBy(renderer, large)).to.equal(other);
  });

  it('refuses with RendererBusy when as many wait as may, and takes documents again afterwards', async () => {
    const renderer = rendererWith({ workers: 1, maxWaiting: 1 });
    const outcomes = await Promise.all([large, large, large, 'small'].map((text) => outcome(htmlBy(renderer, text))));
    expect(outcomes[0]).to.be.a('string');
    expect(outcomes[1]).to.be.a('string');
    expect(outcomes[2]).to.be.instanceOf(RendererBusy);
    expect(outcomes[3]).to.equal('<p>small</p>\n');
    expect(await htmlBy(renderer, large)).to.equal(outcomes[0]);
  });

  it('lets what is being rendered end when it is closed', async () => {
    const renderer = rendererWith();
    const html = htmlBy(renderer, large);
    await renderer.close();
    expect(await html).to.include('<em>text</em>');
  });
});
