import { expect } from 'chai';
import { describedIn, textOfFile } from '../src/screens/contents/file-text.ts';

const url = '/media/00000000-0000-4000-8000-000000000000/harbour.jpg';
const picture = { type: 'image', url, alt: 'A harbour', title: null, name: 'harbour.jpg' } as const;

describe('The text of a file in an article', () => {
  it('shows a picture, and links to another file', () => {
    expect(textOfFile(picture, true)).to.equal(`![A harbour](${url})`);
    expect(textOfFile({ ...picture, alt: null }, true)).to.equal(`![](${url})`);
    expect(textOfFile({ ...picture, type: 'document', title: 'Hours' }, true)).to.equal(`[Hours](${url})`);
    expect(textOfFile({ ...picture, type: 'audio' }, false)).to.equal(`<a href="${url}">harbour.jpg</a>`);
  });

  it('does not contain the origin that serves files', () => {
    expect(textOfFile({ ...picture, url: `https://media.example.com${url}` }, true)).to.equal(`![A harbour](${url})`);
  });

  it('keeps what people write from being markup', () => {
    const alt = '[a](javascript:x) *b*\n"c" <d>';
    expect(textOfFile({ ...picture, alt }, true)).to.equal(String.raw`![\[a\](javascript:x) \*b\* "c" \<d\>](${url})`);
    expect(textOfFile({ ...picture, alt }, false)).to.equal(
      `<img src="${url}" alt="[a](javascript:x) *b*\n&quot;c&quot; &lt;d&gt;">`,
    );
  });

  it('gets the alternative text of the picture where it has none', () => {
    const text = `![](${url}) and ![mine](${url}) and ![](/media/another)`;
    expect(describedIn(text, { ...picture, alt: '$& is $1' }, true)).to.equal(
      `![$\\& is $1](${url}) and ![mine](${url}) and ![](/media/another)`,
    );
  });
});
