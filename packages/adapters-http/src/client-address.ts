import { isIPv6 } from 'node:net';

const groupCount = 8;
const networkGroups = 4;

/**
 * The network that limits count for one client: an IPv4 address itself, of an IPv6 address its /64, which one customer has for
 * itself. An IPv4 address in its IPv6 form is the IPv4 address. Anything else is returned as it is.
 */
export function networkOf(ipAddress: string): string {
  const [address = ''] = ipAddress.split('%');
  if (!isIPv6(address)) return ipAddress;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, networkGroups)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [before = [], after] = address.split('::').map(numbersOf);
  if (after === undefined) return before;
  return [...before, ...Array<number>(groupCount - before.length - after.length).fill(0), ...after];
}

/** The numbers of a part of an address; one that ends like an IPv4 address has two numbers there. */
const numbersOf = (part: string): readonly number[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      const [a = 0, b = 0, c = 0, d] = group.split('.').map(Number);
      return d === undefined ? [Number.parseInt(group, 16)] : [a * 256 + b, c * 256 + d];
    });
