import { isIPv6, SocketAddress } from 'node:net';

const groupsOfAddress = 8;
const groupsOfNetwork = 4;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/**
 * Returns the network that the rate limits count as one client. For an IPv4 address, including an IPv4-mapped IPv6
 * address, the result is the IPv4 address. For any other IPv6 address, the result is its /64 network, because one
 * customer usually has a complete /64. Different spellings of an address give the same result, and the zone of an
 * address is ignored. A text that is not an address is returned unchanged.
 */
export function networkOf(ipAddress: string): string {
  const [withoutZone = ''] = ipAddress.split('%');
  if (!isIPv6(withoutZone)) return ipAddress;
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  if (ipv4InIpv6.test(address)) return address.replace(ipv4InIpv6, '');
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: groupsOfAddress - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, groupsOfNetwork).join(':')}::/64`;
}
