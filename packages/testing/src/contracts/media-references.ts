import { expect } from 'chai';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { aContent, aMediaFile, anId, aUser } from '../builders.ts';
import { given } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

const at = new Date('2026-03-01T00:00:00.000Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** Markdown that shows a file. */
const showing = ({ id, fileName }: Pick<MediaFile, 'id' | 'fileName'>): string => `![](/media/${id}/${fileName})`;

export function mediaReferenceContract(adapter: string, open: OpenStore): void {
  describe(`Media reference contract, ${adapter}`, () => {
    it('finds the contents and working copies that refer to a file, also after they have changed', async () => {
      const { work, media } = open();
      const [file, other] = [aMediaFile(), aMediaFile()];
      const content = aContent({ contentMd: `${showing(file)} ${showing(file).toUpperCase()} ${showing(other)}` });
      const rich = aContent({ editorType: 'RICHTEXT', contentHtml: `<img src="/media/${file.id}/x.png">` });
      await given(work, { media: [file, other], contents: [content, rich] });
      const referring = async (id: MediaId) => work.run((tx) => tx.media.references(id, 10));
      const both = [content, rich].map(({ id }) => ({ contentId: id, isWorkingCopy: false }));
      expect(await referring(file.id)).to.have.deep.members(both);
      expect(await work.run((tx) => tx.media.references(file.id, 1))).to.have.length(1);
      await work.run((tx) => tx.contents.save({ ...content, contentMd: showing(other) }, content));
      expect(await referring(file.id)).to.deep.equal(both.slice(1));
      expect(await referring(other.id)).to.deep.equal(both.slice(0, 1));
      await work.run((tx) => tx.contents.save({ ...rich, contentHtml: null, coverId: file.id }, rich));
      expect(await referring(file.id)).to.deep.equal(both.slice(1));
      await work.run((tx) => tx.contents.remove(rich.id));
      expect(await referring(file.id)).to.deep.equal([]);
      const unused = async (id: MediaId) => {
        const name = (await media.find(id))?.name ?? '';
        return (await media.list({ page: 1, pageSize: 10, search: name, unused: true })).total;
      };
      expect([await unused(file.id), await unused(other.id)]).to.deep.equal([1, 0]);
      const used = { page: 1, pageSize: 10, search: other.name, unused: false };
      expect((await media.list(used)).items.map(({ id }) => id)).to.deep.equal([other.id]);
    });

    it('locks a picture that becomes the cover of a content, so that it is not removed', async () => {
      const { work } = open();
      const [file, film] = [aMediaFile(), aMediaFile({ type: 'video' })];
      await given(work, { media: [file, film] });
      const lock = (id: MediaId) => work.run((tx) => tx.media.lockPicture(id));
      expect([await lock(file.id), await lock(film.id), await lock(anId())]).to.deep.equal([true, false, false]);
      const ends = await completionOrder(
        work,
        (tx) => tx.media.lockPicture(file.id),
        (tx) => tx.media.references(file.id, 10),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('does not remove a file while a content that refers to it is being stored', async () => {
      const { work } = open();
      const file = aMediaFile();
      const content = aContent({ contentMd: showing(file) });
      await given(work, { media: [file] });
      const found: unknown[] = [];
      const ends = await completionOrder(
        work,
        (tx) => tx.contents.add(content),
        async (tx) => found.push(...(await tx.media.references(file.id, 10))),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
      expect(found).to.deep.equal([{ contentId: content.id, isWorkingCopy: false }]);
    });

    it('returns what refers to a file, but only what the reader may read', async () => {
      const { work, media } = open();
      const file = aMediaFile();
      const author = aUser();
      const of = (status: ContentStatus, minutes: number) =>
        aContent({ status, contentMd: showing(file), authorId: author.id, createdAt: later(minutes) });
      const [published, draft] = [of('PUBLISHED', 1), of('DRAFT', 2)];
      await given(work, { users: [author], media: [file], contents: [published, draft, aContent()] });
      await work.run((tx) => tx.revisions.addMissing([draft.id]));
      const covered = { ...draft, contentMd: null, coverId: file.id, updatedAt: later(3) };
      await work.run((tx) => tx.contents.save(covered, draft));
      await work.run((tx) => tx.revisions.addMissing([draft.id]));
      const named = ({ id, title, slug, status }: typeof draft) => ({ id, title, slug, status });
      const totals = { contents: 2, workingCopies: 0, revisions: 2, entries: 0 };
      const revisions = [2, 1].map((version) => ({ contentId: draft.id, version, title: draft.title }));
      const all = { contents: [draft, published].map(named), workingCopies: [], revisions, totals };
      expect(await media.usage(file.id, true)).to.deep.equal(all);
      expect(await media.usage(file.id, { attr: 'resource.authorId', eq: author.id })).to.deep.equal(all);
      const visible = { contents: [named(published)], workingCopies: [], revisions: [], totals };
      expect(await media.usage(file.id, false)).to.deep.equal(visible);
      expect(await media.usage(file.id, { attr: 'resource.authorId', eq: anId() })).to.deep.equal(visible);
    });
  });
}
