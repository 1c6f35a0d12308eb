import { isIP } from 'node:net';

/** The domain to which passkeys belong, and the pages that may use them. */
export interface PasskeySettings {
  readonly relyingPartyId: string;
  readonly origins: readonly string[];
}

/**
 * Returns the settings for passkeys. Browsers accept a domain, with https or on this machine, and no IP address.
 * @param address the address of the service; undefined if it is not known
 * @param corsOrigins the origins of further pages
 */
export function passkeySettings(
  address: string | undefined,
  corsOrigins: readonly string[],
): PasskeySettings | undefined {
  if (address === undefined) return undefined;
  const { hostname, origin, protocol } = new URL(address);
  const isDomain = isIP(hostname) === 0 && !hostname.startsWith('[');
  if (!isDomain || (protocol !== 'https:' && hostname !== 'localhost')) return undefined;
  return { relyingPartyId: hostname, origins: [...new Set([origin, ...corsOrigins])] };
}
