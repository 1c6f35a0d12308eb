import { anActor, anId } from '@portcullis/testing/internal/builders';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { retryPictures } from '../../src/imports/retry-pictures.ts';

describe('retryPictures', () => {
  const without = { contentMd: 'no picture', contentHtml: null, cover: null };
  for (const [what, source] of [
    ['a content without pictures', without],
    ['a content that was deleted', { ...without, contentMd: '![a](https://example.com/a.png)' }],
  ] as const)
    it(`takes nothing for ${what}`, async () => {
      const takePictures = () => expect.fail('It has taken pictures.');
      const input = { actor: anActor(), id: anId<'Content'>(), takePictures, source };
      expect(await retryPictures(InMemoryWorld.seeded(), input)).to.deep.equal([]);
    });
});
