import { isIPv6, SocketAddress } from 'node:net';

const groupsOfAddress = 8;
const groupsOfNetwork = 4;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/**
 * Returns the network that the limits count as one client: for an IPv4 address, also if it is mapped into IPv6, the
 * address itself; for any other IPv6 address, its /64 network, because a single customer usually has a whole /64. All
 * spellings of an address give the same text, and the zone of an address is ignored. A text that is not an address is
 * returned unchanged.
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
