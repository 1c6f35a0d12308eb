import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { expect } from 'chai';
import { listContents, readContent, readContentBySlug, readPublishedContent } from '../../src/contents/read-content.ts';
import { aContent, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('Reading contents', () => {
  const published = aContent({ status: 'PUBLISHED' });
  const hidden = [aContent({ status: 'DRAFT' }), aContent({ status: 'ARCHIVED' })];
  const contents = [published, ...hidden];
  const visitor = () => Promise.resolve(false);
  const editor = () => Promise.resolve(true);
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = new InMemoryWorld();
    await given(world, { contents });
  });

  const listed = async (isEditor: () => Promise<Reach>, status?: ContentStatus) => {
    const query = { page: 1, pageSize: 10, ...(status && { status }) };
    const { items, total } = await listContents(world)({ query, reach: isEditor });
    expect(total).to.equal(items.length);
    return items.map(({ id }) => id);
  };
  const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

  it('returns only published contents to a visitor, by id and by slug', async () => {
    const read = readContent(world);
    for (const key of [{ id: published.id }, { slug: published.slug }]) {
      expect((await read({ key, reach: visitor })).id).to.equal(published.id);
    }
    for (const { id, slug } of [...hidden, aContent()]) {
      for (const key of [{ id }, { slug }]) {
        expect((await refusalOf(read({ key, reach: visitor }))).refusal).to.equal('content-not-found');
      }
    }
  });

  it('returns every content to an editor, by id and by slug', async () => {
    const read = readContent(world);
    for (const { id, slug } of contents) {
      expect((await read({ key: { id }, reach: editor })).id).to.equal(id);
      expect((await read({ key: { slug }, reach: editor })).id).to.equal(id);
    }
    const key = { slug: aContent().slug };
    expect((await refusalOf(read({ key, reach: editor }))).refusal).to.equal('content-not-found');
  });

  it('omits a published content that is read by its slug if its version is cached', async () => {
    const read = readContentBySlug(world);
    const bySlug = { slug: published.slug, reach: visitor };
    const { version = '' } = await read({ ...bySlug, cachedVersions: [] });
    expect(await read({ ...bySlug, cachedVersions: [version] })).to.deep.equal({ version, content: undefined });
  });

  it('lists only published contents for a visitor, and nothing if the visitor requests another status', async () => {
    expect(await listed(visitor)).to.deep.equal([published.id]);
    expect(await listed(visitor, 'PUBLISHED')).to.deep.equal([published.id]);
    expect(await listed(visitor, 'DRAFT')).to.deep.equal([]);
    expect(await listed(visitor, 'ARCHIVED')).to.deep.equal([]);
  });

  it('lists all contents for an editor, or the contents with a requested status', async () => {
    expect(await listed(editor)).to.have.members(idsOf(contents));
    expect(await listed(editor, 'DRAFT')).to.deep.equal(idsOf(hidden.slice(0, 1)));
  });

  it('returns the version of a content, and omits the content if the client has cached that version', async () => {
    const read = readPublishedContent(world);
    const key = { id: published.id };
    const { version, content } = await read({ key, cachedVersions: [] });
    expect(content?.id).to.equal(published.id);
    expect(await read({ key, cachedVersions: ['other', version] })).to.deep.equal({ version, content: undefined });
    await world.run((tx) => tx.contents.save({ ...published, title: 'changed' }));
    const changed = await read({ key, cachedVersions: [version] });
    expect(changed.version).not.to.equal(version);
    expect(changed.content?.title).to.equal('changed');
    for (const { slug } of hidden) {
      expect((await refusalOf(read({ key: { slug }, cachedVersions: [] }))).refusal).to.equal('content-not-found');
    }
  });

  describe('with a condition', () => {
    const author = aUser();
    const [ownDraft, ownArchived] = [
      aContent({ authorId: author.id }),
      aContent({ authorId: author.id, status: 'ARCHIVED' }),
    ];
    const reach = async (): Promise<Reach> => ({ attr: 'resource.authorId', eq: author.id });
    beforeEach(() => given(world, { users: [author], contents: [ownDraft, ownArchived] }));

    it('returns published contents and those that the condition includes, by id and by slug', async () => {
      const read = readContent(world);
      for (const { id, slug } of [published, ownDraft, ownArchived]) {
        for (const key of [{ id }, { slug }]) expect((await read({ key, reach })).id).to.equal(id);
      }
      for (const { id, slug } of [...hidden, aContent()]) {
        for (const key of [{ id }, { slug }]) {
          expect((await refusalOf(read({ key, reach }))).refusal).to.equal('content-not-found');
        }
      }
    });

    it('does not find a content that is removed while it is read', async () => {
      const removed = { ...world.contents, reached: async () => undefined };
      for (const key of [{ id: ownDraft.id }, { slug: ownDraft.slug }]) {
        const attempt = readContent({ contents: removed })({ key, reach });
        expect((await refusalOf(attempt)).refusal).to.equal('content-not-found');
      }
    });

    it('lists published contents and those that the condition includes', async () => {
      expect(await listed(reach)).to.have.members(idsOf([published, ownDraft, ownArchived]));
      expect(await listed(reach, 'DRAFT')).to.deep.equal([ownDraft.id]);
      expect(await listed(reach, 'PUBLISHED')).to.deep.equal([published.id]);
    });

    it('says only to those who reach a content by its id whether it has a working copy', async () => {
      const read = readContent(world);
      expect(await read({ key: { id: ownDraft.id }, reach })).to.include({ hasDraft: false });
      expect(await read({ key: { id: published.id }, reach })).not.to.have.property('hasDraft');
      expect(await read({ key: { slug: ownDraft.slug }, reach })).not.to.have.property('hasDraft');
    });
  });
});
