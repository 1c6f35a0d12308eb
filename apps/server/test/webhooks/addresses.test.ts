import { Resolver } from 'node:dns/promises';
import { expect } from 'chai';
import { isPublicAddress } from '../../src/adapters/webhooks/addresses.ts';
import { webhookClient } from '../../src/adapters/webhooks/client.ts';
import type { Address } from '../../src/adapters/webhooks/exchange.ts';
import { webhookSecrets } from '../../src/adapters/secrets.ts';
import { DnsServer } from './dns-server.ts';
import { Receiver } from './receiver.ts';

/** IP addresses that are not public, by the kind of network. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.1.2.3', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '254.1.1.1', '192.0.0.1', '192.0.0.192'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
  ],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
  '6to4 and Teredo': [
    '2002:7f00:1::',
    '2002:a00:1::1',
    '192.88.99.1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'discard and ORCHID': ['100::1', '2001:10::1', '2001:20::1'],
  unassigned: ['4000::1', '5f00::1', 'e000::1'],
};

/** Spellings of URLs whose host is not public. */
const spellings = [
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://3232235777/',
  'https://0xa9fea9fe/',
  'https://127.0.0.1./',
];

const request = {
  secrets: [webhookSecrets.create()],
  messageId: 'id',
  message: { type: 'x.y', time: '2026-11-22T09:00:00.000Z', subject: 'x', data: {} },
};

describe('Addresses of webhooks', () => {
  const all = Object.values(forbidden).flat();
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.start();
  });
  after(() => receiver.stop());

  for (const [network, addresses] of Object.entries(forbidden)) {
    it(`that are not public are recognised: ${network}`, () => {
      for (const address of addresses) expect(isPublicAddress(address), address).to.equal(false);
    });
  }

  it('that are public are accepted', () => {
    const open = [
      '8.8.8.8',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00::1',
    ];
    for (const address of open) expect(isPublicAddress(address), address).to.equal(true);
    for (const text of ['', 'localhost', '256.0.0.1', '1.2.3.4.5']) expect(isPublicAddress(text), text).to.equal(false);
  });

  it(`are checked before a connection: 0 connections to ${all.length} forbidden addresses and their hosts`, async () => {
    expect(all).to.have.length.above(59);
    // The URLs have the port of the receiver. If an address that leads to this machine passed the check by mistake, the
    // receiver would count a connection.
    const options = { allowedPorts: [receiver.port], allowedHosts: [] };
    for (const address of all) {
      const family = address.includes(':') ? 6 : 4;
      const client = webhookClient({ ...options, resolve: async () => [{ address, family }] });
      const literal = family === 6 ? `[${address}]` : address;
      for (const host of [literal, 'receiver.example.com']) {
        const sent = await client.send({ ...request, url: `https://${host}:${receiver.port}/` });
        expect(sent, host).to.include({ result: 'failure', responseStatus: null });
        expect(sent.error).to.equal('The host has an address that is not public.');
      }
    }
    expect(receiver.connections).to.equal(0);
  });

  it('are recognised in every spelling', async () => {
    const client = webhookClient({ allowedPorts: [], allowedHosts: [] });
    for (const url of spellings) {
      expect(await client.urlError(url), url).to.equal('The host has an address that is not public.');
      expect((await client.send({ ...request, url })).result, url).to.equal('failure');
    }
  });

  it('are refused if the host also has an address that is not public', async () => {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const client = webhookClient({ allowedPorts: [receiver.port], allowedHosts: [], resolve: async () => addresses });
    const { error } = await client.send({ ...request, url: `https://receiver.example.com:${receiver.port}/` });
    expect(error).to.equal('The host has an address that is not public.');
    expect(receiver.connections).to.equal(0);
  });

  it('must have an allowed port and scheme, and no user', async () => {
    const client = webhookClient({ allowedPorts: [8443], allowedHosts: ['internal.example.com', '::1'] });
    const table: readonly (readonly [url: string, error: string | undefined])[] = [
      ['https://receiver.example.com/', undefined],
      ['https://receiver.example.com:8443/x?y=z', undefined],
      ['https://internal.example.com/', undefined],
      ['http://internal.example.com:8443/', undefined],
      ['http://[::1]:8443/', undefined],
      ['http://internal.example.com/', 'The port 80 is not allowed.'],
      ['https://receiver.example.com:22/', 'The port 22 is not allowed.'],
      ['http://receiver.example.com:8443/', 'The URL must begin with https://.'],
      ['ftp://receiver.example.com/', 'The URL must begin with https://.'],
      ['file:///etc/passwd', 'The URL must begin with https://.'],
      ['https://user@receiver.example.com/', 'The URL must not contain a user name or a password.'],
      ['receiver.example.com', 'The URL is not valid.'],
    ];
    for (const [url, error] of table) expect(await client.urlError(url), url).to.equal(error);
  });
});

describe('A host whose addresses change after they were checked', () => {
  it('is called at the checked addresses only: it is resolved once for each request', async () => {
    const internal = await Receiver.start();
    // The DNS server responds to every second question with the internal address.
    const dns = await DnsServer.start(['192.31.7.130', '127.0.0.1']);
    const resolver = new Resolver();
    resolver.setServers([dns.address]);
    const resolve = async (host: string): Promise<readonly Address[]> =>
      (await resolver.resolve4(host)).map((address) => ({ address, family: 4 }));
    const client = webhookClient({ allowedPorts: [internal.port], allowedHosts: [], resolve, timeoutMs: 300 });
    const url = `https://rebinding.example.com:${internal.port}/`;
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await client.send({ ...request, url })).result).to.equal('failure');
      expect(dns.questions).to.equal(attempt);
    }
    expect(internal.connections).to.equal(0);
    await internal.stop();
    await dns.stop();
  });
});
