import { suppliedBody, type ContentFields, type EditorType } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { bodyAfter, prepareBody, writtenBytes } from '../../src/contents/content-body.ts';
import { anId } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf, fakeMarkdown } from '@portcullis/testing/internal/fakes';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { utf8Of } from '@portcullis/testing/internal/tables/utf8';

describe('writtenBytes', () => {
  it('counts every body three times: in the content, with its HTML and in a revision', () => {
    expect(writtenBytes({})).to.equal(0);
    expect(writtenBytes({ contentMd: null, contentHtml: null, contentRaw: null })).to.equal(0);
    expect(writtenBytes({ contentMd: 'ab', contentHtml: 'cde', contentRaw: 'f' })).to.equal(18);
    expect(writtenBytes({ contentHtml: utf8Of('é') })).to.equal(6);
    expect(writtenBytes({ contentMd: { bytes: 4 }, contentRaw: {} })).to.equal(12);
  });
});

describe('prepareBody', () => {
  const id = anId<'Content'>();
  const prepare = (
    stored: EditorType | undefined,
    change: Partial<ContentFields>,
    html: string | null = '<b>a</b>',
  ) => {
    const find = async () => (html === 'removed' ? undefined : { contentHtml: html });
    return prepareBody({ editorTypeOf: async () => stored, find }, fakeMarkdown, id, change);
  };

  const unprepared: readonly (readonly [EditorType, Partial<ContentFields>])[] = [
    ['MARKDOWN', {}],
    ['RICHTEXT', { contentHtml: '<b>b</b>' }],
    ['RICHTEXT', { editorType: 'RICHTEXT' }],
    ['MARKDOWN', { editorType: 'RICHTEXT' }],
    ['MARKDOWN', { editorType: 'UPLOAD' }],
  ];
  for (const [stored, change] of unprepared) {
    it(`prepares nothing for a ${stored} that gets ${JSON.stringify(change)}`, async () => {
      expect(await prepare(stored, change)).to.equal(undefined);
    });
  }

  it('converts Markdown if the type after the change requires it', async () => {
    const converted = await prepare('RICHTEXT', { editorType: 'UPLOAD', contentMd: 'a' });
    expect(converted).to.deep.include({ from: 'markdown', type: 'UPLOAD' });
    expect(converted?.body?.contentHtml).to.equal(fakeHtmlOf('a'));
    const kept = { from: 'markdown', type: 'RICHTEXT', body: undefined };
    expect(await prepare('RICHTEXT', { contentMd: 'a' })).to.deep.equal(kept);
  });

  it('sanitises the HTML of a RICHTEXT that becomes Markdown', async () => {
    const change = { editorType: 'MARKDOWN' } as const;
    const html = '<b>a</b><script>steal()</script>';
    const body = suppliedBody('<b>a</b>');
    expect(await prepare('RICHTEXT', change, html)).to.deep.equal({ from: 'html', html, body });
    expect(await prepare('RICHTEXT', change, null)).to.deep.equal({
      from: 'html',
      html: null,
      body: suppliedBody(null),
    });
  });

  it('refuses a content that does not exist, or that is removed meanwhile', async () => {
    for (const attempt of [
      () => prepare(undefined, { contentMd: 'a' }),
      () => prepare('RICHTEXT', { editorType: 'MARKDOWN' }, 'removed'),
    ]) {
      expect((await refusalOf(attempt())).refusal).to.equal('content-not-found');
    }
  });
});

describe('bodyAfter', () => {
  const rich = { editorType: 'RICHTEXT', contentHtml: '<b>a</b>' } as const;
  const markdown = { editorType: 'MARKDOWN', contentHtml: '<p>a</p>' } as const;
  const becomes = { editorType: 'MARKDOWN' } as const;
  const cleaned = (html: string) => ({ from: 'html', html, body: suppliedBody('clean') }) as const;
  const converted = (type: EditorType) => ({ from: 'markdown', type, body: suppliedBody('converted') }) as const;

  it('is undefined if the prepared body does not fit the stored content any more', () => {
    expect(bodyAfter(rich, becomes, undefined)).to.equal(undefined);
    expect(bodyAfter(rich, becomes, cleaned('<b>before</b>'))).to.equal(undefined);
    expect(bodyAfter(rich, becomes, converted('MARKDOWN'))).to.equal(undefined);
    expect(bodyAfter(rich, { contentMd: 'a' }, converted('MARKDOWN'))).to.equal(undefined);
    expect(bodyAfter(markdown, { contentMd: 'a' }, converted('RICHTEXT'))).to.equal(undefined);
  });

  it('is the prepared body if it fits', () => {
    expect(bodyAfter(rich, becomes, cleaned('<b>a</b>'))).to.deep.equal(suppliedBody('clean'));
    expect(bodyAfter(markdown, { contentMd: 'a' }, converted('MARKDOWN'))).to.deep.equal(suppliedBody('converted'));
  });

  it('is the given or the stored HTML of a RICHTEXT', () => {
    expect(bodyAfter(rich, {}, undefined)).to.deep.equal(suppliedBody('<b>a</b>'));
    expect(bodyAfter(rich, { contentHtml: '<b>b</b>' }, undefined)).to.deep.equal(suppliedBody('<b>b</b>'));
    expect(bodyAfter(rich, { contentHtml: null }, undefined)).to.deep.equal(suppliedBody(null));
  });

  it('changes nothing of Markdown that stays the same', () => {
    expect(bodyAfter(markdown, { contentHtml: '<b>mine</b>' }, undefined)).to.deep.equal({});
  });
});
