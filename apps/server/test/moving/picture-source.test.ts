import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localFiles } from '@portcullis/adapters-media';
import { expect } from 'chai';
import { pictureSource } from '../../src/moving/picture-source.ts';

describe('Pictures of imported contents', () => {
  let server: Server;
  let folder = '';
  let port = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    await mkdir(join(folder, '2020'));
    await writeFile(join(folder, '2020', 'a b.png'), 'from the folder');
    await writeFile(join(folder, 'secret.png'), 'secret');
    server = createServer(({ url = '' }, response) => {
      if (url === '/moved.png') response.writeHead(302, { Location: '/large.png' }).end();
      else if (url === '/inside.png') response.writeHead(302, { Location: 'https://10.0.0.1/x.png' }).end();
      else if (url === '/loop.png') response.writeHead(302, { Location: url }).end();
      else if (url === '/large.png') response.end('x'.repeat(100));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const receive = async (address: string, { maxBytes = 100, allowedHosts = ['127.0.0.1'] } = {}): Promise<string> => {
    const files = localFiles(join(folder, 'received'));
    const source = pictureSource({
      localFiles: files,
      folder: join(folder, '2020'),
      maxBytes,
      allowedPorts: [port],
      allowedHosts,
    });
    return files.useFolder(async (target) => {
      try {
        const { path, name, bytes } = await source.receive(address, target);
        return `${name} ${bytes} ${(await readFile(path, 'utf8')).slice(0, 15)}`;
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : '';
      }
    });
  };

  it('come from a folder, which they cannot leave, or else from their host', async () => {
    const found = 'a b.png 15 from the folder';
    expect(await receive('https://old.example/wp-content/2020/a%20b.png')).to.equal(found);
    expect(await receive('/content/images/a%20b.png')).to.equal(found);
    const unknown = 'PictureUnavailable: The address is not that of a host.';
    for (const outside of ['/../secret.png', '/%2e%2e/secret.png', '..%2fsecret.png', 'secret.png'])
      expect(await receive(outside), outside).to.equal(unknown);
    const host = `http://127.0.0.1:${port}`;
    expect(await receive(`${host}/moved.png`)).to.equal(`moved.png 100 ${'x'.repeat(15)}`);
    expect(await receive(`${host}/gone.png`)).to.equal('PictureUnavailable: The host answered 404.');
  });

  it('are refused from internal addresses, also after a redirect, and if they are too large', async () => {
    const host = `http://127.0.0.1:${port}`;
    const notPublic = 'PictureUnavailable: The host has an address that is not public.';
    expect(await receive('https://127.0.0.1/x.png', { allowedHosts: [] })).to.equal(notPublic);
    expect(await receive(`${host}/inside.png`)).to.equal(notPublic);
    expect(await receive(`${host}/loop.png`)).to.equal('PictureUnavailable: There are too many redirects.');
    const tooLarge = 'PictureUnavailable: The file is larger than 99 bytes.';
    expect(await receive(`${host}/large.png`, { maxBytes: 99 })).to.equal(tooLarge);
  });
});
