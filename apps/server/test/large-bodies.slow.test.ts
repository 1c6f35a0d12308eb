import { once } from 'node:events';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { pino } from 'pino';
import { expectSuccess, type Wire } from './support/builders.ts';
import { sharedService, startService, unique } from './support/service.ts';
import { head, openSocket } from './support/raw-socket.ts';

const megabyte = 2 ** 20;

/**
 * A text that is so long that the service sends it in several slices. It contains characters of 1 to 4 bytes in UTF-8,
 * and characters that JSON escapes.
 */
const text = 'Text with "quotes", \\ and \t, é, 中文 and 😀.\n\n'.repeat(60_000);

const largeFields = () => ({ title: unique('large-'), editorType: 'RICHTEXT', contentHtml: text, contentRaw: text });

/** Sends a request, and returns the response and the text of its body. */
async function fetched(path: string, init: RequestInit = {}): Promise<{ response: Response; body: string }> {
  const { api } = await sharedService();
  const response = await fetch(`${api.url}/api${path}`, init);
  return { response, body: await response.text() };
}

describe('Bodies and responses of several megabytes (§8)', () => {
  let content: Wire<ContentView>;

  before(async () => {
    const { admin } = await sharedService();
    content = await expectSuccess(admin.post<Wire<ContentView>>('/contents', largeFields()));
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
  });

  it('are stored unchanged', async () => {
    expect(content.contentHtml === text).to.equal(true);
    expect(content.contentRaw === text).to.equal(true);
    const { admin } = await sharedService();
    const { data } = await admin.get<ContentView>(`/contents/${content.id}`);
    expect(data.contentHtml === text).to.equal(true);
  });

  it('are refused like small bodies, although a worker thread decodes their JSON', async () => {
    const { admin } = await sharedService();
    const padding = ' '.repeat(2 * megabyte);
    const refused: Readonly<Record<string, readonly [status: number, code: number, body: string]>> = {
      'no JSON': [400, 1000, `{"title":"x"${padding}`],
      'a key __proto__': [400, 1000, `{"__proto__":{"isAdmin":true}${padding}}`],
      'a list': [400, 1005, `[${padding}]`],
      'without a title': [400, 1005, `{"contentMd":"${padding}"}`],
      'a text with a lone surrogate': [400, 1005, `{"title":"x","contentMd":"${padding}\\ud800"}`],
      'only spaces': [400, 1000, padding],
    };
    for (const [fault, [status, code, body]] of Object.entries(refused)) {
      const response = await admin.post('/contents', body);
      expect([response.status, response.code], fault).to.deep.equal([status, code]);
    }
  });

  it('may be sent without Content-Length, in any number of chunks', async () => {
    const { admin } = await sharedService();
    const headers = { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' };
    for (const [body, status, code] of [
      [JSON.stringify({ title: unique('large-'), contentHtml: text, editorType: 'RICHTEXT' }), 201, 0],
      [JSON.stringify({ title: unique('small-') }), 201, 0],
      ['{', 400, 1000],
      ['', 400, 1005],
      [' '.repeat(24 * megabyte + 1), 413, 1013],
    ] as const) {
      const sent = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as const;
      const { response, body: received } = await fetched('/contents', sent);
      expect([response.status, JSON.parse(received).code], body.slice(0, 20)).to.deep.equal([status, code]);
    }
  });

  it('are sent byte for byte as JSON.stringify writes them', async () => {
    const { response, body } = await fetched(`/contents/${content.id}`);
    expect(body === JSON.stringify(JSON.parse(body))).to.equal(true);
    expect(Object.keys(JSON.parse(body)).join()).to.equal('code,success,data,message,timestamp');
    expect(response.headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
  });

  it('support ETag, 304 and HEAD like other public reads', async () => {
    const path = `/contents/slug/${content.slug}`;
    const { response } = await fetched(path);
    const etag = response.headers.get('ETag') ?? '';
    expect(etag).to.match(/^W\/"[^"]+"$/);
    expect((await fetched(path, { headers: { 'If-None-Match': etag } })).response.status).to.equal(304);
    const bodiless = await fetched(path, { method: 'HEAD' });
    expect([bodiless.response.status, bodiless.response.headers.get('ETag'), bodiless.body]).to.deep.equal([
      200,
      etag,
      '',
    ]);
    expect(bodiless.response.headers.get('Content-Type')).to.equal(response.headers.get('Content-Type'));
  });

  it('stop when the client disconnects, which is not logged as an error', async () => {
    const lines: string[] = [];
    const service = await startService({}, pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
    const { id } = await expectSuccess(service.admin.post<Wire<ContentView>>('/contents', largeFields()));
    const reader = await openSocket(service.server.url);
    reader.write(head(`GET /api/contents/${id} HTTP/1.1`, `Authorization: Bearer ${service.admin.token}`));
    await once(reader, 'data');
    reader.destroy();
    await service.stop();
    expect(lines).to.deep.equal([]);
  });
});
