import { expect } from 'chai';
import type { Content } from '../src/contents/content.ts';
import {
  beginWorkingCopy,
  editedFields,
  requireCurrentBase,
  withWorkingCopy,
  type EditedField,
} from '../src/contents/working-copy.ts';
import { aContent, aDay, anId, refusalKind } from './support.ts';

describe('A working copy', () => {
  const content = aContent({ version: 3 });
  const begun = beginWorkingCopy(content, [anId(5)], aDay(2));
  const outline = { toc: [{ level: 1, text: 'New', id: 'new', children: [] }], excerpt: 'New', readingMinutes: 2 };
  const body = {
    editorType: 'RICHTEXT',
    contentMd: null,
    contentHtml: '<h1>New</h1>',
    contentRaw: '{}',
    ...outline,
  } as const;
  const fields = {
    title: 'New',
    slug: 'new',
    summary: 'New',
    categoryId: anId<'Category'>(6),
    coverId: anId<'Media'>(7),
  };
  const changed = { ...begun, ...fields, ...body, tagIds: [] };
  const publishedWith = (...changedFields: readonly EditedField[]): Content =>
    withWorkingCopy(content, { ...changed, changedFields });

  it('begins equal to the content, so that publishing it changes nothing', () => {
    expect(begun).to.deep.include({ id: content.id, tagIds: [anId(5)], baseVersion: 3, changedFields: [] });
    expect(withWorkingCopy(content, { ...begun, changedFields: editedFields })).to.deep.equal(content);
  });

  for (const field of ['title', 'slug', 'summary', 'categoryId', 'coverId'] as const) {
    it(`replaces only the ${field} of the content if only that was set`, () => {
      expect(publishedWith(field)).to.deep.equal({ ...content, [field]: fields[field] });
    });
  }

  for (const field of ['editorType', 'contentMd', 'contentHtml', 'contentRaw'] as const) {
    it(`replaces the whole text with its outline if ${field} was set`, () => {
      expect(publishedWith(field)).to.deep.equal({ ...content, ...body });
    });
  }

  it('changes no field that was not set in it', () => {
    expect(publishedWith()).to.deep.equal(content);
    expect(publishedWith('tagIds')).to.deep.equal(content);
  });

  it('is refused if the content has changed since', () => {
    expect(refusalKind(() => requireCurrentBase(begun, content))).to.equal(undefined);
    expect(refusalKind(() => requireCurrentBase(begun, { ...content, version: 4 }))).to.equal('working-copy-outdated');
  });
});
