import ipaddr from 'ipaddr.js';

/** The part of IPv6 from which public addresses are assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address belongs to the public internet. It does not for loopback, private and link-local networks,
 * for addresses that contain or are translated to an IPv4 address, and for everything that is reserved.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Returns the host of a URL if it is an IP address, without the brackets of IPv6; `undefined` if it is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(host) ? host : undefined;
}
