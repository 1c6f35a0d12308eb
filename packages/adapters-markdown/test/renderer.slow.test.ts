import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import { createMarkdownRenderer, RendererBusy, RenderTimeout, type MarkdownOptions } from '../src/index.ts';
import { settingsOf } from '../src/options.ts';
import { textOf } from './support/convert.ts';

const kilobyte = 1024;
const paragraph = 'Some *text* with `code` and 中文, enough of it to fill a line.\n\n';
const large = paragraph.repeat(1000);
/** A document whose highlighting takes seconds. The rest of its conversion takes almost no time. */
const slowCode = `\`\`\`ini\n${'a'.repeat(31_000)}\n\`\`\`\n`;
const quickCode = '```js\n1\n```\n';
/** A document whose conversion takes far longer than the limits in these tests. */
const slow = '# a\n'.repeat(1_000_000);
const bounds = { cpuMs: 500, highlightMs: 250, blockMs: 250 };
const noTime = { cpuMs: 0, highlightMs: 0, blockMs: 0 };

const open: { close: () => Promise<void> }[] = [];

function rendererWith(options: MarkdownOptions = {}): ReturnType<typeof createMarkdownRenderer> {
  const renderer = createMarkdownRenderer(options);
  open.push(renderer);
  return renderer;
}

const htmlBy = async ({ render }: ReturnType<typeof createMarkdownRenderer>, markdown: string): Promise<string> =>
  textOf((await render(markdown)).html);

/** Resolves with the value of a promise, or with its error. */
const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('The renderer', () => {
  afterEach(async () => {
    for (const renderer of open.splice(0)) await renderer.close();
  });

  it('§4.6: the main thread loads no code that parses or highlights Markdown', () => {
    const script = join(import.meta.dirname, 'support/loaded-scripts.js');
    const loaded = String(execFileSync(process.execPath, [script]));
    expect(loaded).to.include('src/renderer.js');
    expect(loaded).to.not.match(/convert\.js|markdown-it|(?<!domain\/dist\/src\/)highlight|sanitize-html/);
  });

  it('returns long HTML as bytes that encode the same text', async () => {
    const renderer = rendererWith();
    const line = '中 é 😀 <i>a</i>\n\n';
    const { html: short } = await renderer.render(line);
    const { html: long } = await renderer.render(line.repeat(12_000));
    expect(short).to.equal('<p>中 é 😀 <i>a</i></p>\n');
    expect(long).to.be.instanceOf(Utf8Text);
    expect(textOf(long) === textOf(short).repeat(12_000)).to.equal(true);
    const cleaned = await renderer.clean(textOf(long));
    expect(cleaned).to.be.instanceOf(Utf8Text);
    expect(textOf(cleaned) === textOf(long)).to.equal(true);
  });

  it('converts a document to the same result in both lanes', async () => {
    const inSmall = rendererWith({ smallBytes: Infinity });
    const inLarge = rendererWith({ smallBytes: -1 });
    for (const markdown of ['', '# é\n\n<b id=x>', '# 中文 🎉\n\n```js\n1\n```\n', paragraph.repeat(300)]) {
      expect(await inLarge.render(markdown)).to.deep.equal(await inSmall.render(markdown));
    }
  });

  it('applies the option `sanitize` in the worker threads', async () => {
    const markdown = '<b onclick="x()">b</b>';
    expect(await htmlBy(rendererWith({ sanitize: false }), markdown)).to.include('onclick');
    expect(await htmlBy(rendererWith(), markdown)).to.equal('<p><b>b</b></p>\n');
  });

  it('§4.6: documents up to 32 KB use the small lane, and larger documents the large lane', async () => {
    const renderer = rendererWith({ large: noTime });
    const just = '中'.repeat(((32 * kilobyte) / 3) | 0);
    expect(await htmlBy(renderer, just)).to.equal(`<p>${just}</p>\n`);
    expect(await outcome(htmlBy(renderer, `${just}中`))).to.be.instanceOf(RenderTimeout);
  });

  it('§4.6: a small document never waits for large documents', async () => {
    // With these limits, the large documents take longer than the slow code in the small lane.
    const limits = { cpuMs: 700, highlightMs: 100, blockMs: 100 };
    const renderer = rendererWith({ threadsPerLane: 1, small: limits, large: limits });
    const ended: string[] = [];
    const ends = async (lane: string, work: Promise<unknown>): Promise<unknown> =>
      outcome(work).then(() => ended.push(lane));
    await Promise.all([
      ...[slow, slow].map((text) => ends('large', renderer.render(text))),
      ...[slowCode, 'text'].map((text) => ends('small', renderer.render(text))),
    ]);
    expect(ended).to.deep.equal(['small', 'small', 'large', 'large']);
  });

  it('§4.6: a small document with slow code is converted without highlighting that code', async () => {
    const html = await htmlBy(rendererWith(), `${quickCode}\n${slowCode}`);
    expect(html).to.include('<code class="hljs language-js">');
    expect(html).to.include('<pre><code>aaaa');
  });

  it('shows a slow code block of a large document as plain code, and highlights the next block', async () => {
    const limits = { cpuMs: 10_000, highlightMs: 5000, blockMs: 200 };
    const html = await htmlBy(rendererWith({ large: limits }), `${slowCode}\n${slowCode}\n${quickCode}`);
    expect(html).to.match(/^<pre><code>aaaa/);
    expect(html).to.include('<code class="hljs language-js">');
  });

  it('has different default limits for small and large documents', () => {
    const { small, large: bound } = settingsOf({});
    expect(small).to.deep.equal({ cpuMs: 1000, highlightMs: 500, blockMs: 500 });
    expect(bound).to.deep.equal({ cpuMs: 30_000, highlightMs: 15_000, blockMs: 1000 });
  });

  it('rejects with RenderTimeout if a document takes too long, and converts the next document', async () => {
    const renderer = rendererWith({ large: bounds, threadsPerLane: 1 });
    const [first, next] = await Promise.all([outcome(htmlBy(renderer, slow)), outcome(htmlBy(renderer, large))]);
    expect(first).to.be.instanceOf(RenderTimeout);
    expect(next).to.include('<em>text</em>');
  });

  it('rejects with RenderTimeout if a document exceeds the limit of wall-clock time', async () => {
    // The thread has loaded its code by then: Node 20 aborts if a thread ends while it loads a module.
    const renderer = rendererWith({ clockMs: 5000 });
    expect(await outcome(htmlBy(renderer, slow))).to.be.instanceOf(RenderTimeout);
  });

  it('replaces a worker that runs out of memory, and converts all other documents', async () => {
    const renderer = rendererWith({ heapMegabytes: 90, threadsPerLane: 2 });
    const [fatal, other] = await Promise.all([
      outcome(htmlBy(renderer, '# a\n'.repeat(300_000))),
      outcome(htmlBy(renderer, large)),
    ]);
    expect(fatal).to.be.instanceOf(RenderTimeout);
    expect(other).to.include('<em>text</em>');
    expect(await htmlBy(renderer, large)).to.equal(other);
  });

  it('rejects with RendererBusy when the queue of a lane is full, and accepts documents again afterwards', async () => {
    const renderer = rendererWith({ threadsPerLane: 1, maxWaiting: 1 });
    const outcomes = await Promise.all([large, large, large, 'small'].map((text) => outcome(htmlBy(renderer, text))));
    expect(outcomes[0]).to.be.a('string');
    expect(outcomes[1]).to.be.a('string');
    expect(outcomes[2]).to.be.instanceOf(RendererBusy);
    expect(outcomes[3]).to.equal('<p>small</p>\n');
    expect(await htmlBy(renderer, large)).to.equal(outcomes[0]);
  });

  it('reports the numbers of running and waiting documents in each lane', async () => {
    const renderer = rendererWith({ threadsPerLane: 1 });
    const work = Promise.all([large, large, 'small'].map((text) => renderer.render(text)));
    await Promise.resolve();
    expect(renderer.load()).to.deep.equal({ small: { running: 1, waiting: 0 }, large: { running: 1, waiting: 1 } });
    await work;
    expect(renderer.load()).to.deep.equal({ small: { running: 0, waiting: 0 }, large: { running: 0, waiting: 0 } });
  });

  it('converts the accepted documents before it closes', async () => {
    const renderer = rendererWith();
    const html = htmlBy(renderer, large);
    await renderer.close();
    expect(await html).to.include('<em>text</em>');
  });
});
