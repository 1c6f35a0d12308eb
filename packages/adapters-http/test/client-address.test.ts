import { expect } from 'chai';
import fc from 'fast-check';
import { networkOf } from '../src/client-address.ts';

describe('The network of an address', () => {
  const networks: Readonly<Record<string, readonly string[]>> = {
    '192.0.2.1': ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201'],
    '2001:db8:0:1::/64': [
      '2001:db8:0:1::',
      '2001:DB8::1:2:3:4:5',
      '2001:0db8:0000:0001:ffff::1',
      '2001:db8:0:1::192.0.2.1',
    ],
    '0:0:0:0::/64': ['::', '::1', '::192.0.2.1'],
    'fe80:0:0:0::/64': ['fe80::1', 'fe80::1%eth0'],
    'not an address': ['not an address'],
    '': [''],
  };
  for (const [network, addresses] of Object.entries(networks)) {
    it(`is ${network || 'nothing'} for ${addresses.join(', ')}`, () => {
      for (const address of addresses) expect(networkOf(address), address).to.equal(network);
    });
  }

  it('is one for all addresses of a /64, and another for each other one', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const written = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':');
    const prefix = fc.tuple(fc.integer({ min: 1, max: 0xffff }), group, group, group);
    const host = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(prefix, prefix, host, host, (one, other, first, second) => {
        const [a, b, c] = [
          [...one, ...first],
          [...one, ...second],
          [...other, ...first],
        ]
          .map(written)
          .map(networkOf);
        expect(a).to.equal(b);
        expect(a === c).to.equal(written(one) === written(other));
      }),
    );
  });
});
