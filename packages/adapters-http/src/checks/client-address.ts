import { isIPv6, SocketAddress } from 'node:net';

const groupsOfAddress = 8;
const groupsOfNetwork = 4;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

/**
 * Returns what limits count as one address: an IPv4 address itself, even if it is mapped into IPv6, and the /64 network of any
 * other IPv6 address, because a single customer usually has a whole /64. All spellings of an address give the same text,
 * and a zone is ignored. A text that is not an address is returned unchanged.
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
