import { expect } from 'chai';
import type { ContentStatus } from '../src/contents/schedule.ts';
import { editorTypes, isMarkdown, afterStatusAction, type ContentStatusAction } from '../src/contents/content.ts';
import { aContent, aDay, refusalOf } from './support.ts';

describe('§3 content life cycle', () => {
  const table: readonly [ContentStatus, ContentStatusAction, ContentStatus | 'refused'][] = [
    ['DRAFT', 'publish', 'PUBLISHED'],
    ['DRAFT', 'unpublish', 'DRAFT'],
    ['DRAFT', 'archive', 'ARCHIVED'],
    ['PUBLISHED', 'publish', 'PUBLISHED'],
    ['PUBLISHED', 'unpublish', 'DRAFT'],
    ['PUBLISHED', 'archive', 'ARCHIVED'],
    ['ARCHIVED', 'publish', 'PUBLISHED'],
    ['ARCHIVED', 'unpublish', 'refused'],
    ['ARCHIVED', 'archive', 'ARCHIVED'],
  ];

  for (const [from, move, to] of table.filter((row) => row[2] !== 'refused')) {
    it(`${move} changes ${from} to ${to}`, () => {
      expect(afterStatusAction(aContent({ status: from }), move, aDay(2)).status).to.equal(to);
    });
  }

  for (const [from, move] of table.filter((row) => row[2] === 'refused')) {
    it(`refuses to ${move} a content that is ${from}`, () => {
      const refusal = refusalOf(() => afterStatusAction(aContent({ status: from }), move, aDay(2)));
      expect(refusal).to.include({ refusal: 'content-move-refused' });
      expect(refusal?.message).to.include(from);
    });
  }

  for (const [from, move] of table.filter(([state, , next]) => state === next)) {
    it(`${move} leaves ${from} content unchanged, including updatedAt`, () => {
      const content = aContent({ status: from, publishedAt: aDay(1) });
      expect(afterStatusAction(content, move, aDay(2))).to.deep.equal(content);
    });
  }

  it('sets publishedAt at the first publication', () => {
    for (const status of ['DRAFT', 'ARCHIVED'] as const) {
      const published = afterStatusAction(aContent({ status }), 'publish', aDay(2));
      expect(published).to.deep.include({ status: 'PUBLISHED', publishedAt: aDay(2), updatedAt: aDay(2) });
    }
  });

  it('does not change publishedAt after the first publication', () => {
    const moves: readonly ContentStatusAction[] = ['publish', 'unpublish', 'publish', 'archive', 'publish', 'archive'];
    const moved = moves.reduce((content, move, index) => afterStatusAction(content, move, aDay(2 + index)), aContent());
    expect(moved).to.deep.include({ status: 'ARCHIVED', publishedAt: aDay(2), updatedAt: aDay(7) });
  });

  it('leaves publishedAt empty if content is archived before it was published', () => {
    expect(afterStatusAction(aContent(), 'archive', aDay(2)).publishedAt).to.equal(null);
  });

  it('changes no other field, and does not modify its argument', () => {
    const content = Object.freeze(aContent());
    const {
      status: _status,
      publishedAt: _published,
      updatedAt: _updated,
      ...moved
    } = afterStatusAction(content, 'publish', aDay(2));
    expect(content).to.deep.include(moved);
    expect(Object.keys(content)).to.have.lengthOf(Object.keys(moved).length + 3);
  });
});

describe('§4.6 Markdown rules', () => {
  it('apply to MARKDOWN and UPLOAD; rule 4: they do not apply to RICHTEXT', () => {
    expect(editorTypes.filter(isMarkdown)).to.deep.equal(['MARKDOWN', 'UPLOAD']);
  });
});
