import ipaddr from 'ipaddr.js';

/** The IPv6 prefix from which public addresses are assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address belongs to the public internet. Returns false for loopback, private, link-local and
 * reserved addresses, and for IPv6 addresses that contain an IPv4 address or are translated to one.
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
