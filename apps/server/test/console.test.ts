import { expect } from 'chai';
import { sharedService, startService, type Service } from './support/service.ts';

const browser = { Accept: 'text/html' };

describe('The built console', () => {
  // The start of the service is not part of the first test.
  before(() => sharedService());

  it('is served with all files that its page loads, and has no inline scripts or styles', async () => {
    const { server } = await sharedService();
    const response = await fetch(`${server.url}/`, { headers: browser });
    expect(response.url).to.equal(`${server.url}/admin/`);
    const page = await response.text();
    expect(page).not.to.match(/<style|style=|<script>|\son\w+=/);
    const loaded = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address = '']) => address);
    expect(loaded).to.have.length.greaterThan(1);
    for (const address of loaded) {
      const file = await fetch(`${server.url}${address}`, { headers: { 'Accept-Encoding': 'br' } });
      expect(file.status, address).to.equal(200);
      // The address of the logo stays when CONSOLE_LOGO replaces it, so browsers ask each time whether it has changed.
      const caching = address === '/admin/parts/logo.svg' ? 'no-cache' : 'immutable';
      expect(file.headers.get('Cache-Control'), address).to.include(caching);
      // A file of less than 1 KB would hardly become smaller.
      const { byteLength } = await file.arrayBuffer();
      expect(file.headers.get('Content-Encoding'), address).to.equal(byteLength < 1024 ? null : 'br');
    }
  });
});

describe('A service with CONSOLE=false', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CONSOLE: 'false' });
  });
  after(() => service.stop());

  it('does not serve the console', async () => {
    const { server } = service;
    expect((await fetch(`${server.url}/admin/`, { headers: browser })).status).to.equal(404);
    expect((await fetch(`${server.url}/`, { headers: browser })).url).to.equal(`${server.url}/api/docs`);
    expect(await (await fetch(`${server.url}/`)).json()).to.include({ console: null });
  });
});
