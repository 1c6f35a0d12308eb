import { isIP } from 'node:net';

/** The domain to which passkeys belong, and the pages that may use them. */
export interface PasskeySettings {
  readonly relyingPartyId: string;
  readonly origins: readonly string[];
}

/**
 * Returns the settings for passkeys, or undefined if browsers would refuse passkeys at the address. Browsers require a
 * domain with HTTPS, or `localhost`, and refuse IP addresses.
 * @param address the URL of the service; undefined if it is not configured
 * @param corsOrigins the origins of other pages that may use passkeys
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
