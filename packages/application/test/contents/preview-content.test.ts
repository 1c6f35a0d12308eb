import { expect } from 'chai';
import { previewContent } from '../../src/contents/content-body.ts';
import { createContent } from '../../src/contents/contents.ts';
import { listContents } from '../../src/contents/read-content.ts';
import { aContent, aUser, anActor } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('previewContent', () => {
  it('returns the same HTML and outline that createContent stores for this Markdown', async () => {
    const world = new InMemoryWorld();
    const preview = await previewContent(world)('# Title');
    const author = aUser();
    await given(world, { users: [author] });
    const { id: _id, ...draft } = aContent({ contentMd: '# Title' });
    const content = await createContent(world)({
      actor: anActor(),
      ...draft,
      contentHtml: null,
      tagIds: [],
      authorId: author.id,
    });
    expect(preview.contentHtml).to.equal(fakeHtmlOf('# Title'));
    expect(content).to.deep.include(preview);
  });

  it('stores nothing', async () => {
    const world = new InMemoryWorld();
    await previewContent(world)('Some text.');
    const { total } = await listContents(world)({
      query: { page: 1, pageSize: 10 },
      reach: () => Promise.resolve(true),
    });
    expect(total).to.equal(0);
  });
});
