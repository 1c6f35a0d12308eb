import { expect } from 'chai';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { ContentKey } from '@portcullis/application/internal/ports/contents';
import { aContent, aMediaFile, aTag, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const keysOf = ({ id, slug }: Content): readonly ContentKey[] => [{ id }, { slug }];

export function publishedContentContract(adapter: string, open: OpenStore): void {
  describe(`Published contents contract, ${adapter}`, () => {
    it('returns a published content by id and by slug, and undefined for an unpublished one', async () => {
      const { work, contents } = open();
      const [published, draft, archived] = [
        aContent({ status: 'PUBLISHED', contentMd: '# a' }),
        aContent(),
        aContent({ status: 'ARCHIVED' }),
      ];
      const tag = aTag();
      await given(work, {
        contents: [published, draft, archived],
        tags: [tag],
        contentTags: [[published.id, [tag.id]]],
      });
      for (const key of keysOf(published)) {
        const found = await contents.published(key, []);
        expect(found?.content).to.deep.equal({ ...published, tagIds: [tag.id], cover: null });
        expect(found?.version).to.match(/^[0-9a-z]+$/);
      }
      const none = [...keysOf(draft), ...keysOf(archived), ...keysOf(aContent())];
      for (const key of none) expect(await contents.published(key, [])).to.equal(undefined);
    });

    it('returns only the version if the client has it in its cache, until the content changes', async () => {
      const { work, contents } = open();
      const [file, author] = [aMediaFile(), aUser()];
      const content = aContent({ status: 'PUBLISHED', coverId: file.id });
      const [a, b] = [aTag(), aTag()];
      const authored = { ...content, authorId: author.id };
      await given(work, {
        users: [author],
        media: [file],
        contents: [authored],
        tags: [a, b],
        contentTags: [[content.id, [a.id, b.id]]],
      });
      const keys = keysOf(content);
      const changes = [
        () => work.run((tx) => tx.contents.save({ ...authored, title: 'Another' })),
        () => work.run((tx) => tx.contents.setTags(content.id, { before: [a.id, b.id], after: [b.id] })),
        () => work.run((tx) => tx.tags.remove(b.id)),
        () => work.run((tx) => tx.users.remove(author.id)),
        () => work.run((tx) => tx.media.save({ ...file, alt: 'A bridge' })),
        () => work.run((tx) => tx.media.remove(file.id)),
      ];
      const versions: string[] = [];
      for (const change of [async () => undefined, ...changes]) {
        await change();
        for (const key of keys) expect((await contents.published(key, versions))?.content?.id).to.equal(content.id);
        const { version = '' } = (await contents.published({ id: content.id }, versions)) ?? {};
        versions.push(version);
        for (const key of keys)
          expect(await contents.published(key, versions)).to.deep.equal({ version, content: undefined });
      }
    });
  });
}
