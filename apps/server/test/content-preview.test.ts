import { expect } from 'chai';
import { contentLimits } from '@portcullis/domain/internal/contents/content';
import { aContent, expectSuccess } from './support/builders.ts';
import { aPerson, sharedService, unique } from './support/service.ts';

const contentMd = '# One\n\nFirst **words**.\n\n## Two\n\n<script>alert(1)</script>\n\n```ts\nconst a = 1;\n```\n';

describe('POST /contents/preview', () => {
  it('returns the same HTML as a content with this Markdown', async () => {
    const { admin } = await sharedService();
    const { contentHtml, toc, excerpt, readingMinutes } = await aContent(admin, { contentMd });
    const preview = await expectSuccess(admin.post('/contents/preview', { contentMd }));
    expect(preview).to.deep.equal({ contentHtml, toc, excerpt, readingMinutes });
    expect(contentHtml).to.include('<h2 id="two">').and.not.include('<script');
  });

  it('accepts an empty document', async () => {
    const { admin } = await sharedService();
    const preview = await expectSuccess(admin.post('/contents/preview', { contentMd: '' }));
    expect(preview).to.deep.equal({ contentHtml: '', toc: [], excerpt: '', readingMinutes: 1 });
  });

  it('stores nothing', async () => {
    const { admin } = await sharedService();
    const word = unique('previewed');
    await expectSuccess(admin.post('/contents/preview', { contentMd: `# ${word}`, title: word, slug: word }));
    const { total } = await expectSuccess(admin.get<{ total: number }>(`/contents?search=${word}`));
    expect(total).to.equal(0);
  });

  it('is allowed for callers who may write contents', async () => {
    const service = await sharedService();
    const moderator = await aPerson(service, ['MODERATOR']);
    const user = await aPerson(service);
    expect(await moderator.api.post('/contents/preview', { contentMd })).to.include({ status: 200 });
    expect(await user.api.post('/contents/preview', { contentMd })).to.include({
      status: 403,
      reason: 'role-required',
    });
    expect(await service.api.post('/contents/preview', { contentMd })).to.include({ status: 401 });
  });

  it('has the limits of contents: at most 10 MB of Markdown, and a bounded time for the conversion', async () => {
    const { admin } = await sharedService();
    const paragraph = `${'word '.repeat(99)}\n\n`;
    const large = paragraph.repeat(200);
    const { contentHtml } = await expectSuccess(
      admin.post<{ contentHtml: string }>('/contents/preview', { contentMd: large }),
    );
    expect(contentHtml.length).to.be.greaterThan(large.length);
    const tooLarge = 'x'.repeat(contentLimits.markdownBytes + 1);
    expect(await admin.post('/contents/preview', { contentMd: tooLarge })).to.include({ status: 413, code: 1013 });
    const cells = `${'|x'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n${'|x\n'.repeat(3000)}`;
    expect(await admin.post('/contents/preview', { contentMd: cells })).to.include({ status: 413, code: 1013 });
  });
});
