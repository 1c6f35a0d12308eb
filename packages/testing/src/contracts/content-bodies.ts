import { expect } from 'chai';
import { ContentChanged, shortBytes, type LongField } from '@portcullis/application/internal/ports/contents';
import { aContent, anId } from '../builders.ts';
import { given } from '../given.ts';
import { utf8BytesOf, utf8Of } from '../tables/utf8.ts';
import type { OpenStore } from './store.ts';

const isLongField = (field: unknown): field is LongField =>
  typeof field === 'object' && field !== null && 'pieces' in field;

const longFieldOf = (field: unknown): LongField => (isLongField(field) ? field : expect.fail('The field is not long.'));

/** Reads a long field to its end. Fails if a piece is empty or ends inside a character. */
async function wholeOf(field: unknown): Promise<string> {
  let whole = '';
  for await (const piece of longFieldOf(field).pieces()) {
    expect(piece.isWellFormed() && piece !== '').to.equal(true);
    whole += piece;
  }
  return whole;
}

export function contentBodyContract(adapter: string, open: OpenStore): void {
  describe(`Content bodies contract, ${adapter}`, () => {
    it('stores bodies of a megabyte unchanged, on add and on save', async () => {
      const { work, contents } = open();
      const text = 'Text with "quotes", \\, é, 中文 and 😀.\n'.repeat(20_000);
      const content = aContent({ contentMd: text, contentHtml: `<p>${text}` });
      await given(work, { contents: [content] });
      const saved = { ...content, contentMd: `${text}!` };
      await work.run((tx) => tx.contents.save(saved));
      const found = await contents.find(content.id);
      expect((await wholeOf(found?.contentMd)) === saved.contentMd).to.equal(true);
      expect((await wholeOf(found?.contentHtml)) === saved.contentHtml).to.equal(true);
      expect(found?.contentRaw).to.equal(null);
    });

    it('stores HTML that is written as bytes, and returns it as text', async () => {
      const { work, contents } = open();
      const contentHtml = 'Text with "quotes", \\, é, 中文 and 😀.\n'.repeat(10_000);
      const [added, other] = [aContent({ contentMd: 'a' }), aContent({ contentMd: 'b' })];
      await given(work, { contents: [{ ...added, contentHtml: utf8Of(contentHtml) }, other] });
      const saved = { ...other, updatedAt: new Date(other.updatedAt.getTime() + 1) };
      await work.run((tx) => tx.contents.save({ ...saved, contentHtml: utf8Of(contentHtml) }));
      for (const content of [added, { ...saved, version: 2 }]) {
        const found = await contents.find(content.id);
        expect((await wholeOf(found?.contentHtml)) === contentHtml).to.equal(true);
        expect(found?.contentMd).to.equal(content.contentMd);
        expect(await work.run((tx) => tx.contents.lock(content.id))).to.deep.equal({ ...content, contentHtml });
      }
    });

    it('reads long fields in pieces, and never splits a character between two pieces', async () => {
      const { work, contents } = open();
      const toc = [{ id: 'a', text: '中'.repeat(40_000), level: 1, children: [] }];
      const bodies = {
        // The prefixes differ in length, so a split after a fixed number of bytes would divide an emoji in at least one
        // field.
        contentMd: `a${'😀'.repeat(100_000)}`,
        contentHtml: `ab${'😀'.repeat(100_000)}`,
        contentRaw: `abc${'😀'.repeat(100_000)}`,
      };
      const content = aContent({ status: 'PUBLISHED', ...bodies, toc });
      await given(work, { contents: [content] });
      const found = [
        await contents.find(content.id),
        await contents.findBySlug(content.slug),
        (await contents.published({ id: content.id }, []))?.content,
        (await contents.published({ slug: content.slug }, []))?.content,
      ];
      for (const read of found) {
        expect(read).to.deep.include({ id: content.id, title: content.title, tagIds: [] });
        for (const name of ['contentMd', 'contentHtml', 'contentRaw'] as const) {
          const field = longFieldOf(read?.[name]);
          expect(field).to.include({ format: 'text', bytes: utf8BytesOf(bodies[name]) });
          expect((await wholeOf(field)) === bodies[name], name).to.equal(true);
        }
        expect(longFieldOf(read?.toc).format).to.equal('json');
        expect(JSON.parse(await wholeOf(longFieldOf(read?.toc)))).to.deep.equal(toc);
      }
    });

    it('returns fields as strings if they are short in total', async () => {
      const { work, contents } = open();
      const quarter = 'a'.repeat(shortBytes / 4);
      const bodies = { contentMd: quarter, contentHtml: quarter, contentRaw: quarter };
      const [short, longer] = [
        aContent(bodies),
        aContent({ ...bodies, contentMd: `${quarter}é`, contentRaw: quarter.repeat(2) }),
      ];
      await given(work, { contents: [short, longer] });
      expect(await contents.find(short.id)).to.deep.include(bodies);
      const found = await contents.find(longer.id);
      expect(found?.contentHtml).to.equal(quarter);
      expect(await wholeOf(longFieldOf(found?.contentMd))).to.equal(longer.contentMd);
    });

    it('fails to read the rest of a long field if its content was changed or removed meanwhile', async () => {
      const { work, contents } = open();
      const content = aContent({ contentHtml: 'a'.repeat(1_000_000) });
      await given(work, { contents: [content] });
      const changes: readonly (() => Promise<unknown>)[] = [
        () => work.run((tx) => tx.contents.save({ ...content, contentHtml: 'b'.repeat(1_000_000) })),
        () => work.run((tx) => tx.contents.remove(content.id)),
      ];
      for (const change of changes) {
        const found = await contents.find(content.id);
        const pieces = longFieldOf(found?.contentHtml).pieces()[Symbol.asyncIterator]();
        expect((await pieces.next()).done).to.equal(false);
        await change();
        const rest = await pieces.next().catch((error: unknown) => error);
        expect(rest).to.be.instanceOf(ContentChanged);
      }
    });

    it('uses no connection between two pieces of a long field', async () => {
      const { work, contents } = open();
      const content = aContent({ contentHtml: 'a'.repeat(300_000) });
      await given(work, { contents: [content] });
      const readers = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const found = await contents.find(content.id);
          const pieces = longFieldOf(found?.contentHtml).pieces()[Symbol.asyncIterator]();
          await pieces.next();
          return pieces;
        }),
      );
      expect(readers).to.have.lengthOf(20);
      expect(await contents.editorTypeOf(content.id)).to.equal(content.editorType);
      await work.run((tx) => tx.contents.lock(content.id));
    });

    it('unconverted returns the Markdown of a content only if it has not been converted to HTML yet', async () => {
      const { work, contents } = open();
      const contentMd = 'a'.repeat(2 * shortBytes);
      const [waiting, converted] = [aContent({ contentMd }), aContent({ contentMd, contentHtml: '<p>' })];
      await given(work, { contents: [waiting, converted] });
      expect(await contents.unconverted(waiting.id)).to.deep.equal({ editorType: 'MARKDOWN', contentMd });
      expect(await contents.unconverted(converted.id)).to.deep.equal({ editorType: 'MARKDOWN', contentMd: null });
      expect(await contents.unconverted(anId())).to.equal(undefined);
    });
  });
}
