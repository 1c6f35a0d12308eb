import { expect } from 'chai';
import { namesIn } from '../src/resources/tag-names.ts';

describe('namesIn', () => {
  it('returns each non-empty line once', () => {
    expect(namesIn('news\n\n  标签 \r\nnews\n')).to.deep.equal(['news', '标签']);
    expect(namesIn(' \n')).to.deep.equal([]);
  });
});
