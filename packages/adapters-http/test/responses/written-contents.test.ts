import { aContent, given, InMemoryWorld, refusalOf } from '@portcullis/testing';
import { expect } from 'chai';
import { SerializedJson, WithEtag, WithVersion } from '../../src/responses/response-data.ts';
import { PublishedContentCache } from '../../src/responses/published-content-cache.ts';

describe('The cached JSON of published contents', () => {
  const content = aContent({ status: 'PUBLISHED', contentMd: 'first' });
  const other = aContent({ status: 'PUBLISHED' });
  const site = { mediaOrigin: '' };
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = new InMemoryWorld();
    await given(world, { contents: [content, other] });
  });

  const reader = (cache: PublishedContentCache) => {
    const read = (slug: string, cachedVersions: readonly string[] = []) =>
      cache.read(world.contents, { key: { slug }, cachedVersions });
    const jsonOf = async (slug: string): Promise<SerializedJson<unknown>> => {
      const { data } = await read(slug);
      return data instanceof SerializedJson ? data : expect.fail('No JSON was written.');
    };
    return { cache, read, jsonOf };
  };

  it('is used until the content changes', async () => {
    const { jsonOf } = reader(new PublishedContentCache(site));
    const first = await jsonOf(content.slug);
    expect(first.bytes.toString()).to.include('"contentMd":"first"');
    expect(await jsonOf(content.slug)).to.equal(first);
    await world.run((tx) => tx.contents.save({ ...content, contentMd: 'second' }));
    expect((await jsonOf(content.slug)).bytes.toString()).to.include('"contentMd":"second"');
  });

  it('is not used after a content is unpublished or gets another slug', async () => {
    const { read, jsonOf } = reader(new PublishedContentCache(site));
    await Promise.all([content.slug, other.slug].map(jsonOf));
    await world.run(async (tx) => {
      await tx.contents.save({ ...content, status: 'DRAFT' });
      await tx.contents.save({ ...other, slug: 'another' });
    });
    for (const { slug } of [content, other]) {
      expect((await refusalOf(read(slug))).refusal).to.equal('content-not-found');
    }
  });

  it('is not sent to clients that already have the same version', async () => {
    const { read, jsonOf } = reader(new PublishedContentCache(site));
    const { version } = await read(content.slug);
    await world.run((tx) => tx.contents.save({ ...content, title: 'Changed' }));
    const current = await read(content.slug, [version]);
    expect(current.version).not.to.equal(version);
    expect(current.data).to.equal(await jsonOf(content.slug));
    const [empty] = [new PublishedContentCache(site)].map(reader);
    expect(await empty?.read(content.slug, [current.version])).to.deep.equal(new WithEtag(current.version, undefined));
  });

  it('is also used for callers with a token, with the version that the JSON contains', async () => {
    const { cache, jsonOf } = reader(new PublishedContentCache(site));
    const asCaller = (slug: string) => cache.readAsCaller(world.contents, { slug, reach: async () => true });
    expect(await asCaller(content.slug)).to.deep.equal(new WithVersion(await jsonOf(content.slug), 1));
    expect(await asCaller(content.slug)).to.have.property('data', await jsonOf(content.slug));
    await world.run((tx) => tx.contents.save({ ...content, status: 'DRAFT' }));
    expect(await asCaller(content.slug)).to.include({ id: content.id, status: 'DRAFT', version: 2 });
  });

  it('is removed when the cache is full, beginning with the least recently read content', async () => {
    const size = (await reader(new PublishedContentCache(site)).jsonOf(content.slug)).bytes.length;
    const third = aContent({ status: 'PUBLISHED' });
    await given(world, { contents: [third] });
    const { jsonOf } = reader(new PublishedContentCache(site, Math.floor(2.5 * size)));
    const [first, second] = [await jsonOf(content.slug), await jsonOf(other.slug)];
    expect(await jsonOf(content.slug)).to.equal(first);
    await jsonOf(third.slug);
    expect(await jsonOf(content.slug)).to.equal(first);
    expect(await jsonOf(other.slug)).not.to.equal(second);
  });

  it('is not stored for large contents', async () => {
    const large = aContent({ status: 'PUBLISHED', contentMd: 'a'.repeat(300_000) });
    await given(world, { contents: [large] });
    const { read } = reader(new PublishedContentCache(site));
    expect((await read(large.slug)).data).to.include({ id: large.id });
  });
});
