import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { formReceiver } from '../../src/body/receive-form.ts';

const maxFileBytes = 200_000;

/** A form with these parts, each of which is a text of headers and a body. */
const formOf = (...parts: readonly (readonly [headers: string, body: string | Buffer])[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([headers, body]) => [
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--x--\r\n'),
  ]);

describe('The receiver of forms', () => {
  let folder: string;
  let server: Server;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forms-'));
    const receive = formReceiver(maxFileBytes);
    server = createServer((received, response) => {
      receive(received, folder)
        .catch((error: { readonly kind?: string; readonly message: string }) => ({
          failed: error.kind ?? error.message,
        }))
        .then((result) => response.setHeader('Connection', 'close').end(JSON.stringify(result)))
        .catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const send = async (body: Buffer, type = 'multipart/form-data; boundary=x') => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, method: 'POST', headers: { 'Content-Type': type, 'Transfer-Encoding': 'chunked' } });
    sent.end(body);
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return JSON.parse(text);
  };

  const file = (content: string | Buffer) => ['name="file"; filename="a/Grüße.txt"', content] as const;

  it('stores the file unchanged, and returns its hash and the texts', async () => {
    const content = randomBytes(maxFileBytes);
    const { file: received, fields } = await send(formOf(['name="alt"', 'Größe'], file(content), ['name="title"', '']));
    expect(fields).to.deep.equal({ alt: 'Größe', title: '' });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(received).to.include({ bytes: maxFileBytes, sha256 });
    expect(received.name).to.match(/Grüße\.txt$/);
    expect((await readFile(received.path)).equals(content)).to.equal(true);
    await rm(received.path);
  });

  it('takes a file without a name', async () => {
    for (const headers of ['name="file"; filename=""', 'name="file"\r\nContent-Type: application/octet-stream']) {
      const { file: received } = await send(formOf([headers, 'text']));
      expect(received, headers).to.include({ name: '', bytes: 4 });
      await rm(received.path);
    }
  });

  const refused: readonly (readonly [what: string, failed: string, body: Buffer, type?: string])[] = [
    ['a file that is too large', 'body-too-large', formOf(file(randomBytes(maxFileBytes + 1)))],
    ['a form without a file', 'validation-failed', formOf(['name="alt"', 'text'])],
    ['a file in another field', 'malformed-body', formOf(['name="other"; filename="a"', 'text'])],
    ['two files', 'malformed-body', formOf(file('one'), file('two'))],
    ['a field twice', 'malformed-body', formOf(['name="alt"', '1'], ['name="alt"', '2'], file('one'))],
    ['a text that is too long', 'malformed-body', formOf(['name="alt"', 'x'.repeat(20_000)], file('one'))],
    [
      'too many fields',
      'malformed-body',
      formOf(...Array.from({ length: 20 }, (_, n) => [`name="f${n}"`, ''] as const)),
    ],
    ['a form that ends in the file', 'malformed-body', formOf(file('one')).subarray(0, -10)],
    ['a form that ends before the last boundary', 'malformed-body', formOf(file('one')).subarray(0, -7)],
    ['a form that ends in the last boundary', 'malformed-body', formOf(file('one')).subarray(0, -5)],
    ['no form', 'malformed-body', Buffer.from('text')],
    ['a form without a boundary', 'malformed-body', formOf(file('one')), 'multipart/form-data'],
  ];
  for (const [what, failed, body, type] of refused) {
    it(`refuses ${what}`, async () => {
      expect(await send(body, type)).to.deep.equal({ failed });
      for (const name of await readdir(folder)) await rm(join(folder, name));
    });
  }

  it('refuses a form whose client disconnects', async () => {
    const { port } = server.address() as AddressInfo;
    const results: unknown[] = [];
    const [received] = await Promise.all([
      once(server, 'request')
        .then(([message]) => formReceiver(maxFileBytes)(message, folder))
        .catch((error: unknown) => {
          results.push(error);
        }),
      (async () => {
        const sent = request({ port, method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } });
        sent.on('error', () => undefined);
        sent.write(formOf(file('one')).subarray(0, 90), () => setTimeout(() => sent.destroy(), 20));
      })(),
    ]);
    expect([received, results.length]).to.deep.equal([undefined, 1]);
  });
});
