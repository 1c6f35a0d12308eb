import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { PreviewLink } from '@portcullis/domain/internal/contents/preview-link';
import { expect } from 'chai';
import { aContent, anId, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const hour = (number: number): Date => new Date(Date.UTC(2026, 4, 1, number));

const aLink = (contentId: ContentId, created: number, expires: number): PreviewLink => ({
  id: anId(),
  contentId,
  tokenHash: unique('hash'),
  authorId: anId(),
  createdAt: hour(created),
  expiresAt: hour(expires),
});

const viewOf = ({ tokenHash: _hash, ...view }: PreviewLink) => view;

export function previewLinkContract(adapter: string, open: OpenStore): void {
  const add = async (...links: readonly PreviewLink[]): Promise<void> => {
    for (const link of links) await open().work.run((tx) => tx.previewLinks.add(link));
  };

  describe(`Preview links contract, ${adapter}`, () => {
    it('finds the content and the author of a preview link by the hash of the token, until the link expires', async () => {
      const content = aContent();
      await given(open().work, { contents: [content] });
      const link = aLink(content.id, 1, 5);
      await add(link);
      const found = (hash: string, at: number) => open().previewLinks.find(hash, hour(at));
      const { contentId, authorId } = link;
      expect(await found(link.tokenHash, 4)).to.deep.equal({ contentId, authorId });
      expect(await found(link.tokenHash, 5)).to.equal(undefined);
      expect(await found(unique('hash'), 4)).to.equal(undefined);
    });

    it('lists the unexpired preview links of a content, the newest first, without their hashes', async () => {
      const [content, other] = [aContent(), aContent()];
      await given(open().work, { contents: [content, other] });
      const links = [
        aLink(content.id, 1, 9),
        aLink(content.id, 2, 6),
        aLink(content.id, 3, 9),
        aLink(content.id, 4, 9),
      ];
      await add(...links, aLink(other.id, 5, 9));
      const live = links.filter((_link, index) => index !== 1).map(viewOf);
      const page = (number: number, pageSize: number) =>
        open().previewLinks.list({ contentId: content.id, page: number, pageSize }, hour(6));
      expect(await page(1, 10)).to.deep.equal({ items: live.toReversed(), total: 3, page: 1, pageSize: 10 });
      expect((await page(2, 2)).items).to.deep.equal(live.slice(0, 1));
    });

    it('removes a preview link once, and only if it belongs to the given content', async () => {
      const { work, previewLinks } = open();
      const [content, other] = [aContent(), aContent()];
      await given(work, { contents: [content, other] });
      const link = aLink(content.id, 1, 9);
      await add(link);
      const remove = (contentId: ContentId) => work.run((tx) => tx.previewLinks.remove(contentId, link.id));
      expect(await remove(other.id)).to.equal(undefined);
      expect((await previewLinks.find(link.tokenHash, hour(2)))?.contentId).to.equal(content.id);
      expect(await remove(content.id)).to.deep.equal(link);
      expect(await remove(content.id)).to.equal(undefined);
      expect(await previewLinks.find(link.tokenHash, hour(2))).to.equal(undefined);
    });

    it('removes expired preview links in batches, and removes preview links together with their content', async () => {
      const { work, previewLinks } = open();
      const content = aContent();
      await given(work, { contents: [content] });
      const [lasting, ...expired] = [9, 2, 2, 3].map((expires) => aLink(content.id, 1, expires));
      if (lasting === undefined) throw new Error('There is no link.');
      await add(lasting, ...expired);
      const removed: number[] = [];
      do removed.push(await work.run((tx) => tx.previewLinks.removeExpired(hour(3), 2)));
      while (removed.at(-1) !== 0);
      expect(removed).to.deep.equal([2, 1, 0]);
      expect((await previewLinks.list({ contentId: content.id, page: 1, pageSize: 10 }, hour(0))).items).to.deep.equal([
        viewOf(lasting),
      ]);
      await work.run((tx) => tx.contents.remove(content.id));
      expect(await previewLinks.find(lasting.tokenHash, hour(1))).to.equal(undefined);
    });
  });
}
