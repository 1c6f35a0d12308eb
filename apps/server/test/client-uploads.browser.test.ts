import { join } from 'node:path';
import { createClient, PortcullisError, tokensInMemory, type Client, type Schemas } from '@portcullis/client';
import { expect } from 'chai';
import { build } from 'esbuild';
import { root } from './architecture/files.ts';
import { describeInBrowser } from './support/requirements.ts';
import { expired } from './support/sessions.ts';
import { administrator, sharedService, unique, type Service } from './support/service.ts';

/** What the page of the browser reports about an upload. */
interface Reported {
  readonly outcome: string;
  readonly media?: Schemas['Media'];
  readonly progress: readonly (readonly [loaded: number, total: number])[];
}

const bytes = 3_000_000;

/** A page with the client of the package, and a function that uploads a text. */
async function pageWithClient(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@portcullis/client'`, resolveDir: join(root, 'apps/server') },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'portcullis',
  });
  return `<script>${outputFiles[0]?.text ?? ''}</script><script>
    async function upload({ tokens, name, content, isAborted }) {
      const store = portcullis.tokensInMemory();
      await store.write(tokens);
      const progress = [];
      const client = portcullis.createClient({ tokens: store });
      const controller = new AbortController();
      const onProgress = ({ loaded, total }) => {
        progress.push([loaded, total]);
        if (isAborted) controller.abort(new Error('No longer needed'));
      };
      try {
        const options = { title: 'Hours', onProgress, signal: controller.signal };
        const media = await client.upload(new File([content], name), options);
        return { outcome: 'stored', media, progress };
      } catch (error) {
        return { outcome: error.reason ?? error.name + ': ' + error.message, progress };
      }
    }
  </script>`;
}

describe('upload of @portcullis/client', () => {
  let service: Service;
  let tokens: ReturnType<typeof tokensInMemory>;
  let client: Client;
  beforeEach(async () => {
    service = await sharedService();
    tokens = tokensInMemory();
    client = createClient({ baseUrl: service.server.url, tokens });
    await client.login({ username: administrator.username, password: administrator.password });
  });

  const text = (): string => unique('hours-').padEnd(bytes, ' 9 to 17');
  const expireTokens = async (): Promise<void> => {
    const stored = await tokens.read();
    await tokens.write(stored && expired({ expiresIn: '', ...stored }));
  };

  it('stores a file with its texts, and returns it', async () => {
    const media = await client.upload(new File([text()], 'hours.png'), { title: 'Hours', folder: 'press' });
    expect(media).to.include({
      name: 'hours.png',
      mime: 'text/plain',
      bytes,
      title: 'Hours',
      alt: null,
      folder: 'press',
    });
    expect(await client.get('/api/media/{id}', { params: { path: { id: media.id } } })).to.deep.equal(media);
  });

  it('throws the error of the service, and the reason of an aborted signal', async () => {
    const refused = await client.upload(new File(['<html></html>\0'], 'x.txt')).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(PortcullisError).and.to.include({ reason: 'media-type-unsupported' });
    const reason = new Error('No longer needed');
    const signal = AbortSignal.abort(reason);
    expect(await client.upload(new File(['x'], 'x.txt'), { signal }).catch((error: unknown) => error)).to.equal(reason);
  });

  it('renews the tokens', async () => {
    await expireTokens();
    expect(await client.upload(new File([text()], 'hours.txt'))).to.include({ bytes });
  });

  it('sends the file again if the service is busy', async () => {
    let attempts = 0;
    const patient = createClient({
      baseUrl: service.server.url,
      tokens,
      fetch: (request) => {
        attempts += 1;
        const busy = new Response('busy', { status: 503, headers: { 'Retry-After': '0' } });
        return attempts === 1 ? Promise.resolve(busy) : fetch(request);
      },
    });
    expect(await patient.upload(new File([text()], 'hours.txt'))).to.include({ bytes });
    expect(attempts).to.equal(2);
  });

  describeInBrowser('in a browser', (browser) => {
    let html: string;
    before(async () => {
      html = await pageWithClient();
    });

    async function uploadInBrowser(choices: object): Promise<Reported> {
      const page = await browser().newPage();
      try {
        await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
        await page.goto(`${service.server.url}/page`);
        const argument = { tokens: await tokens.read(), name: 'hours.txt', content: text(), ...choices };
        return await page.evaluate<Reported>(`upload(${JSON.stringify(argument)})`);
      } finally {
        await page.close();
      }
    }

    it('reports the progress up to the end', async () => {
      const { outcome, media, progress } = await uploadInBrowser({});
      expect(outcome).to.equal('stored');
      expect(media).to.include({ bytes, title: 'Hours', name: 'hours.txt' });
      const [loaded, total] = progress.at(-1) ?? [0, 0];
      expect(loaded).to.equal(total).and.to.be.greaterThan(bytes);
    });

    it('renews the tokens', async () => {
      await expireTokens();
      expect(await uploadInBrowser({})).to.include({ outcome: 'stored' });
    });

    it('throws the error of the service, and the reason of an aborted signal', async () => {
      const content = '<html></html>\0';
      expect(await uploadInBrowser({ content })).to.include({ outcome: 'media-type-unsupported' });
      expect(await uploadInBrowser({ isAborted: true })).to.include({ outcome: 'Error: No longer needed' });
    });
  });
});
