import { expect } from 'chai';
import { countWords } from '../src/screens/contents/word-count.ts';

describe('countWords', () => {
  it('counts words that are separated by spaces or punctuation', () => {
    expect(countWords('')).to.equal(0);
    expect(countWords("# It's **one** two-three, 4.")).to.equal(5);
    expect(countWords('Привет мир, مرحبا بالعالم')).to.equal(4);
  });

  it('counts each character of Chinese and Japanese', () => {
    expect(countWords('管理后台。')).to.equal(4);
    expect(countWords('用 Portcullis 管理 API的权限')).to.equal(8);
    expect(countWords('テスト')).to.equal(3);
  });

  it('does not count addresses', () => {
    expect(countWords('![A harbour](/media/1a2b/a-b.jpg) and [a link](https://example.com/x)')).to.equal(5);
  });

  it('is quick for a text without spaces', () => {
    expect(countWords('a'.repeat(1_000_000))).to.equal(1);
  });
});
