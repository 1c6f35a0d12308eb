import { expect } from 'chai';
import { namesIn } from '../src/screens/tags/tag-names.ts';

describe('names of several tags', () => {
  it('are the lines that are not empty, each once', () => {
    expect(namesIn('news\n\n  标签 \r\nnews\n')).to.deep.equal(['news', '标签']);
    expect(namesIn(' \n')).to.deep.equal([]);
  });
});
