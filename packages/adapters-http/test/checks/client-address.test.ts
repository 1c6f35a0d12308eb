import { expect } from 'chai';
import fc from 'fast-check';
import { networkOf } from '../../src/checks/client-address.ts';

describe('networkOf', () => {
  const table: readonly (readonly [address: string, network: string])[] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::192.0.2.1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
    ['192.0.2.1%x', '192.0.2.1%x'],
  ];
  for (const [address, network] of table) {
    it(`of '${address}' is '${network}'`, () => expect(networkOf(address)).to.equal(network));
  }

  it('returns the first four groups of an IPv6 address, for any other groups and any spelling', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    const written = (groups: readonly number[], digits: number) =>
      groups.map((each) => each.toString(16).padStart(digits, '0')).join(':');
    fc.assert(
      fc.property(four, four, fc.constantFrom(1, 4), (first, last, digits) => {
        // Addresses that begin with four zero groups are left out, because they could be IPv4-mapped IPv6 addresses.
        fc.pre(first.some((each) => each > 0));
        expect(networkOf(written([...first, ...last], digits))).to.equal(`${written(first, 1)}::/64`);
      }),
    );
  });
});
