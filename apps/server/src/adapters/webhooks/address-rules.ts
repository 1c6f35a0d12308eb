import { lookup } from 'node:dns/promises';
import { isPublicAddress, literalAddress } from './addresses.ts';
import type { Address } from './exchange.ts';

/** To which addresses the service sends requests. */
export interface AddressRuleOptions {
  /** Ports besides 443 to which requests may be sent. */
  readonly allowedPorts: readonly number[];
  /** Hosts that may have internal IP addresses, and to which requests may be sent without TLS. */
  readonly allowedHosts: readonly string[];
  /** Returns all IP addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
}

/** Means that the request was not sent. The message says why, and contains no internal address. */
class RefusedAddress extends Error {}

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };
const notPublic = 'The host has an address that is not public.';

/** Returns the rules for addresses. Internal IP addresses are refused unless the host is in `allowedHosts` (ADR 87). */
export function addressRules({
  allowedPorts,
  allowedHosts,
  resolve = (host) => lookup(host, { all: true, verbatim: true }),
}: AddressRuleOptions) {
  const isAllowedHost = ({ hostname }: URL): boolean => allowedHosts.includes(hostname.replace(/^\[(.*)\]$/, '$1'));

  /** Returns why a URL is refused before its host is looked up. */
  const urlError = (text: string): string | undefined => {
    if (!URL.canParse(text)) return 'The URL is not valid.';
    const url = new URL(text);
    const isInternal = isAllowedHost(url);
    if (url.protocol !== 'https:' && !(isInternal && url.protocol === 'http:'))
      return 'The URL must begin with https://.';
    if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
    const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port);
    if (port !== 443 && !allowedPorts.includes(port ?? 0)) return `The port ${port} is not allowed.`;
    const literal = literalAddress(url);
    if (!isInternal && literal !== undefined && !isPublicAddress(literal)) return notPublic;
    return undefined;
  };

  /** Returns the IP addresses to which a request may be sent. @throws {RefusedAddress} */
  const addressesOf = async (text: string): Promise<readonly Address[]> => {
    const error = urlError(text);
    if (error !== undefined) throw new RefusedAddress(error);
    const url = new URL(text);
    const literal = literalAddress(url);
    if (literal !== undefined) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
    const addresses = await resolve(url.hostname);
    if (addresses.length === 0) throw new RefusedAddress('The host has no address.');
    // All IP addresses of the host must be public: one public address among internal ones is not enough.
    if (!isAllowedHost(url) && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new RefusedAddress(notPublic);
    return addresses;
  };

  return { urlError, addressesOf };
}

/**
 * Returns a sentence that describes an error. It contains the code of a system error and not its message, which could
 * contain internal addresses.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `The connection failed${code}.`;
}
