import { expect } from 'chai';
import { aContent } from './support/builders.ts';
import { sharedService } from './support/service.ts';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('The cover of a content', () => {
  it('is in the response of every operation that changes the content or reads it by other ways', async () => {
    const { admin } = await sharedService();
    const form = new FormData();
    form.set('file', new Blob([pixel]), 'pixel.png');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const uploaded = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form });
    const { id: coverId, url: expected } = Object(await uploaded.json()).data;
    const { id } = await aContent(admin, { coverId });
    const path = `/contents/${id}`;
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const calls = [
      ['PATCH', path, { summary: 'Changed.' }],
      ['PUT', `${path}/schedule`, { publishAt: later }],
      ['DELETE', `${path}/schedule`],
      ['POST', `${path}/publish`],
      ['POST', `${path}/unpublish`],
      ['POST', `${path}/publish`],
      ['PUT', `${path}/draft`, { title: 'A working copy', coverId }],
      ['GET', `${path}/draft`],
      ['POST', `${path}/draft/publish`],
      ['POST', `${path}/revisions/1/restore`],
      ['POST', `${path}/archive`],
    ] as const;
    for (const [method, url, body] of calls) {
      const { status, data } = await admin.send(method, url, body);
      expect([status, Object(data).cover?.url], `${method} ${url}`).to.deep.equal([200, expected]);
    }
    const { data: link } = await admin.post(`${path}/preview-links`, { expiresIn: '1h' });
    const previewed = await admin.get(`/previews/${Object(link).token}`);
    expect([previewed.status, Object(previewed.data).cover?.url]).to.deep.equal([200, expected]);
  });
});
