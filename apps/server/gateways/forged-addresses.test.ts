import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startCluster, type Cluster } from '../stress/support/processes.ts';
import { apiAt } from '../test/support/api.ts';
import { createTestHost, freePort, type TestHost } from '../test/support/machine.ts';
import { administrator } from '../test/support/service.ts';
import { startCaddy, startGateways, startNginx, type Gateways } from './support/gateways.ts';

const deployed = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url)), 'utf8');

/** An address for documentation, which no client of the tests has. */
const forged = '203.0.113.9';

describe('Proxies of deploy/', () => {
  let machine: TestHost;
  let cluster: Cluster;

  before(async () => {
    machine = createTestHost('nginx', 'caddy');
    cluster = await startCluster({ TRUST_PROXY: '2' });
  });
  after(async () => {
    await machine?.dismantle();
    await cluster?.stop();
  });

  /** Returns the address that the service sees when a client at 127.0.0.1 claims to have others. */
  async function seenThrough(url: string): Promise<unknown> {
    const api = apiAt(url);
    const headers = { 'X-Forwarded-For': `${forged}, ${forged}`, 'X-Real-IP': forged, Forwarded: `for=${forged}` };
    const { data } = await api.post<{ token: { accessToken: string } }>('/auth/login', administrator, headers);
    const sessions = await api
      .as(data.token.accessToken)
      .get<{ items: readonly { ipAddress: string }[] }>('/auth/sessions');
    return sessions.data.items[0]?.ipAddress;
  }

  it('replace an address that a client claims to have: nginx with TLS before the load balancer', async () => {
    const [one, other] = cluster.servers.map(({ url }) => new URL(url).host);
    const inner = `127.0.0.1:${await freePort()}`;
    const balancer = (await deployed('nginx/portcullis.conf'))
      .replace('server-1:3000', one ?? '')
      .replace('server-2:3000', other ?? '')
      .replace('listen 127.0.0.1:8080', `listen ${inner}`);
    // The redirect to https, and the certificate, are left out.
    const [, , tls = ''] = (await deployed('nginx/tls.conf')).split(/^server /m);
    const outer = tls
      .replace('listen 443 ssl', 'listen 8080')
      .replace(/^\s*ssl_.*$/gm, '')
      .replaceAll('127.0.0.1:8080', inner);
    expect(await seenThrough(await startNginx(machine, `${balancer}\nserver ${outer}`))).to.equal('127.0.0.1');
  });

  it('replace an address that a client claims to have: Caddy before one server', async () => {
    const server = await cluster.start({ TRUST_PROXY: '1' });
    const site = (await deployed('caddy/Caddyfile'))
      .replace('{$SITE:localhost}', ':8080')
      .replaceAll('server:3000', new URL(server.url).host);
    expect(await seenThrough(await startCaddy(machine, site))).to.equal('127.0.0.1');
  });
});

describe('Gateways of docs/access.md', () => {
  let gateways: Gateways;

  before(async () => {
    gateways = await startGateways();
    const { admin } = gateways.cluster;
    const routes = [{ methods: ['GET'], path: '/private', audience: 'articles', permissions: ['user.read'] }];
    expect((await admin.put('/access/routes', { routes })).status).to.equal(200);
  });
  after(() => gateways?.stop());

  it('replace an address that a client claims to have, so that it cannot use a key that is limited to this address', async () => {
    const { admin } = gateways.cluster;
    for (const [gateway, url] of Object.entries(gateways.urls)) {
      const statuses = [];
      for (const address of [forged, '127.0.0.1']) {
        const { data } = await admin.post<{ key: string }>('/api-keys', {
          name: `${gateway} ${address}`,
          permissions: ['user.read'],
          allowedAddresses: [address],
        });
        const headers = { Authorization: `Bearer ${data.key}`, 'X-Forwarded-For': forged };
        statuses.push((await fetch(`${url}/private`, { headers })).status);
      }
      expect(statuses, gateway).to.deep.equal([401, 200]);
    }
  });
});
