import { expect } from 'chai';
import * as fc from 'fast-check';
import { isAddressRange, isInRanges } from '../src/shared/address-range.ts';

describe('IP address ranges', () => {
  const good = ['0.0.0.0/0', '192.0.2.0/24', '192.0.2.7', '192.0.2.7/32', '::/0', '::1', '2001:db8::/32', 'FE80::/10'];
  const bad = [
    '',
    '/',
    '192.0.2.1/24',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2',
    '192.0.02.1',
    '256.0.0.0/8',
    '2001:db8::1/32',
    '::/129',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'fe80::1%eth0',
    '::ffff:192.0.2.1',
    'localhost',
  ];
  for (const text of good) it(`accept ${text}`, () => expect(isAddressRange(text)).to.equal(true));
  for (const text of bad) it(`refuse '${text}'`, () => expect(isAddressRange(text)).to.equal(false));

  it('contain exactly the addresses with the same first bits', () => {
    const bits = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
    const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
    fc.assert(
      fc.property(bits, bits, fc.nat(32), (range, address, prefix) => {
        const [text, rest] = [`${dotted(range)}/${prefix}`, BigInt(32 - prefix)];
        expect(isInRanges([text], dotted(address))).to.equal(range >> rest === address >> rest);
        expect(isInRanges([text], dotted(range))).to.equal(true);
        expect(isAddressRange(text)).to.equal((range >> rest) << rest === range);
      }),
    );
  });

  it('compare IPv6 addresses in every spelling', () => {
    expect(isInRanges(['2001:db8::/32'], '2001:0DB8:0:0:0:0:0:1')).to.equal(true);
    expect(isInRanges(['2001:db8::/32', '::/127'], '::1')).to.equal(true);
    expect(isInRanges(['2001:db8::/32', '::/127'], '2001:db9::')).to.equal(false);
    expect(isInRanges(['::/0'], '192.0.2.1')).to.equal(false);
  });

  it('contain nothing that is no address', () => {
    for (const text of ['', 'unknown', '::1%lo']) expect(isInRanges(['0.0.0.0/0', '::/0'], text)).to.equal(false);
  });
});
