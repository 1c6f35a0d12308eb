import { expect } from 'chai';
import type { ContentListItem } from '@portcullis/application/internal/ports/contents';
import { aContent, anId } from '@portcullis/testing';
import { SaxesParser } from 'saxes';
import { atomOf, jsonFeedOf, sitemapOf } from '../src/feeds/formats.ts';
import { feedOf } from '../src/feeds/feed.ts';

/**
 * Returns the texts and `href` attributes of an XML document, by the path of their element.
 * @throws {Error} if the document is not well-formed
 */
function textsOf(xml: string): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const path: string[] = [];
  const add = (text: string) => texts.set(path.join('/'), [...(texts.get(path.join('/')) ?? []), text]);
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local);
    text = '';
    if (attributes['href'] !== undefined) add(attributes['href'].value);
  });
  parser.on('text', (part) => (text += part));
  parser.on('closetag', () => {
    if (text.trim() !== '') add(text);
    text = '';
    path.pop();
  });
  parser.write(xml).close();
  return texts;
}

const site = { publicUrl: 'https://example.com/site', contentUrlTemplate: '/articles/{slug}', mediaOrigin: '' };
const hostile = ']]>&<script x="1">\'</script>&amp;\r\n\u0000\u0008\u001b\ufffe\uffff\ud800 \u0085\u2028中😀';
const forbidden = ['\u0000', '\u0008', '\u001b', '\ufffe', '\uffff', '\ud800'];
const shown = forbidden.reduce((text, character) => text.replace(character, ''), hostile);

const item = (given: Partial<ContentListItem> = {}): ContentListItem => {
  const { contentMd: _md, contentHtml: _html, contentRaw: _raw, toc: _toc, ...content } = aContent();
  return {
    ...content,
    cover: null,
    tagIds: [],
    status: 'PUBLISHED',
    publishedAt: new Date('2026-03-01T10:00:00Z'),
    ...given,
  };
};

describe('Feeds', () => {
  const items = [
    item({ title: hostile, summary: hostile, slug: 'a/b?c=$&#"中' }),
    item({ summary: null, excerpt: null, updatedAt: new Date('2026-04-01T10:00:00Z') }),
  ];
  const fileName = 'a&b.png';
  const picture = { id: anId<'Media'>(), fileName, mime: 'image/png', bytes: 1234 };
  const pictures = new Map([[items[0]?.id ?? anId<'Content'>(), picture]]);
  const pictureUrl = `https://example.com/site/media/${picture.id}/a%26b.png`;
  const feed = feedOf(site, '/api/feeds/x?tagId=1&limit=2', items, pictures);
  const urls = [
    `https://example.com/site/articles/${encodeURIComponent('a/b?c=$&#"中')}`,
    `https://example.com/site/articles/${items[1]?.slug}`,
  ];

  it('are valid Atom with unchanged texts, except for characters that XML forbids', () => {
    const texts = textsOf(atomOf(feed));
    expect(texts.get('feed/entry/title')).to.deep.equal([shown, items[1]?.title]);
    expect(texts.get('feed/entry/summary')).to.deep.equal([shown]);
    expect(texts.get('feed/entry/link')).to.deep.equal([urls[0], pictureUrl, urls[1]]);
    expect(atomOf(feed)).to.include('rel="enclosure" type="image/png" length="1234"');
    expect(texts.get('feed/entry/id')).to.deep.equal(items.map(({ id }) => `urn:uuid:${id}`));
    expect(texts.get('feed/entry/published')).to.deep.equal(items.map(() => '2026-03-01T10:00:00.000Z'));
    expect(texts.get('feed/updated')).to.deep.equal(['2026-04-01T10:00:00.000Z']);
    expect(texts.get('feed/id')).to.deep.equal(['https://example.com/site/api/feeds/x?tagId=1&limit=2']);
    for (const required of ['feed/title', 'feed/author/name', 'feed/link']) expect(texts.has(required)).to.equal(true);
  });

  it('are available as a sitemap with the URL of each content', () => {
    const texts = textsOf(sitemapOf(feed));
    expect(texts.get('urlset/url/loc')).to.deep.equal(urls);
    expect(texts.get('urlset/url/lastmod')).to.deep.equal(['2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z']);
  });

  it('are JSON Feeds with every member that version 1.1 requires', () => {
    const { items: entries, ...head } = JSON.parse(jsonFeedOf(feed));
    expect(head).to.deep.equal({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'example.com',
      home_page_url: 'https://example.com/site/',
      feed_url: 'https://example.com/site/api/feeds/x?tagId=1&limit=2',
    });
    expect(entries).to.have.lengthOf(2);
    expect(entries[0]).to.deep.include({
      url: urls[0],
      title: hostile,
      content_text: hostile,
      image: pictureUrl,
      attachments: [{ url: pictureUrl, mime_type: 'image/png', size_in_bytes: 1234 }],
    });
    expect(entries[1]).not.to.have.any.keys('image', 'attachments');
    expect(entries[1]).to.deep.include({ content_text: items[1]?.title, date_modified: '2026-04-01T10:00:00.000Z' });
  });

  it('can be empty', () => {
    const empty = feedOf(site, '/x', [], new Map());
    expect(textsOf(atomOf(empty)).get('feed/updated')).to.deep.equal(['1970-01-01T00:00:00.000Z']);
    expect(textsOf(sitemapOf(empty)).size).to.equal(0);
    expect(JSON.parse(jsonFeedOf(empty)).items).to.deep.equal([]);
  });
});
