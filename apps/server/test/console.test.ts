import { expect } from 'chai';
import { sharedService, startService } from './support/service.ts';

const browser = { Accept: 'text/html' };

describe('The built console', () => {
  it('is served with all files that its page loads, and has no inline scripts or styles', async () => {
    const { server } = await sharedService();
    const response = await fetch(`${server.url}/`, { headers: browser });
    expect(response.url).to.equal(`${server.url}/admin/`);
    const page = await response.text();
    expect(page).not.to.match(/<style|style=|<script>|\son\w+=/);
    // The address of the logo stays when CONSOLE_LOGO replaces it, so browsers ask each time whether it has changed.
    const loaded = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)]
      .map(([, address = '']) => address)
      .filter((address) => address !== '/admin/parts/logo.svg');
    expect(loaded).to.have.length.greaterThan(1);
    for (const address of loaded) {
      const { status, headers } = await fetch(`${server.url}${address}`, { headers: { 'Accept-Encoding': 'br' } });
      expect(status, address).to.equal(200);
      expect(headers.get('Cache-Control')).to.include('immutable');
      if (Number(headers.get('Content-Length') ?? 0) > 1024 || headers.has('Content-Encoding'))
        expect(headers.get('Content-Encoding'), address).to.equal('br');
    }
  });

  it('is not served with CONSOLE=false', async () => {
    const { server, stop } = await startService({ CONSOLE: 'false' });
    expect((await fetch(`${server.url}/admin/`, { headers: browser })).status).to.equal(404);
    expect((await fetch(`${server.url}/`, { headers: browser })).url).to.equal(`${server.url}/api/docs`);
    expect(await (await fetch(`${server.url}/`)).json()).to.include({ console: null });
    await stop();
  });
});
