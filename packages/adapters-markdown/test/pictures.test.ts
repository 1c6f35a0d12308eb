import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { ShownPicture } from '@portcullis/domain/internal/media/shown-picture';
import { expect } from 'chai';
import { createMarkdownRenderer } from '../src/index.ts';
import { textOf } from './support/convert.ts';

const id = '0197a3b2-0000-7000-8000-0000000000aa' as MediaId;
const other = '0197a3b2-0000-7000-8000-0000000000bb';
const pictureAt = (origin: string): ShownPicture => {
  const url = `${origin}/media/${id}/a.png`;
  return { id, url, width: 800, height: 600, srcset: `${url}?preset=small 320w, ${url} 800w` };
};
const picture = pictureAt('');
const sized = (url: string, alt = 'A'): string =>
  `<img src="${url}" alt="${alt}" width="800" height="600" loading="lazy" decoding="async" ` +
  `srcset="${url}?preset=small 320w, ${url} 800w" sizes="auto, 100vw">`;

describe('Pictures of this service', () => {
  const renderer = createMarkdownRenderer();
  after(() => renderer.close());

  const htmlOf = async (markdown: string, pictures: readonly ShownPicture[] = [picture]): Promise<string> =>
    textOf((await renderer.render(markdown, pictures)).html).trim();

  it('§4.15: have a size and several widths', async () => {
    expect(await htmlOf(`![A](${picture.url})`)).to.equal(`<p>${sized(picture.url)}</p>`);
  });

  it('§4.15: have a size in a document that is sanitised because it contains HTML', async () => {
    expect(await htmlOf(`<b>x</b> [![A](${picture.url})](/a)`)).to.equal(
      `<p><b>x</b> <a href="/a">${sized(picture.url)}</a></p>`,
    );
  });

  it('§4.15: keep their title, and get the URL of the whole picture', async () => {
    const html = await htmlOf(`![A](${picture.url.replace('a.png', 'old.png')}?preset=small "T")`);
    expect(html).to.include(`src="${picture.url}"`).and.to.include('title="T"');
  });

  it('§4.15: are found at their origin, and not at the same path of another host', async () => {
    const origin = 'https://files.example';
    const there = pictureAt(origin);
    expect(await htmlOf(`![A](${there.url})`, [there])).to.equal(`<p>${sized(there.url)}</p>`);
    for (const url of [`https://else.example/media/${id}/a.png`, `/media/${other}/a.png`, `/x/media/${id}/a.png`]) {
      expect(await htmlOf(`![A](${url})`, [there])).to.equal(`<p><img src="${url}" alt="A"></p>`);
    }
  });

  it('are unchanged in code', async () => {
    expect(await htmlOf(`\`![A](${picture.url})\``)).to.equal(`<p><code>![A](${picture.url})</code></p>`);
  });
});
