import ipaddr from 'ipaddr.js';

/** The part of IPv6 from which public addresses are assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. Returns false for loopback, private and link-local networks, for
 * addresses that contain or are translated to an IPv4 address, and for everything that is reserved.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** The address of a URL's host, if that is an address and not a name; without the brackets of IPv6. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
}
