/** A range of IP addresses: those whose first `prefix` bits are equal to the first bits of `bits`. */
interface AddressRange {
  readonly bits: bigint;
  /** Number of bits of an address: 32 for IPv4, 128 for IPv6. */
  readonly size: 32 | 128;
  readonly prefix: number;
}

const ipv4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
const ipv6Groups = 8;

const joined = (parts: readonly string[], radix: number, width: bigint): bigint =>
  parts.reduce((bits, part) => (bits << width) | BigInt(Number.parseInt(part, radix)), 0n);

/** Returns the eight groups of an IPv6 address in hexadecimal form; undefined if the text is no such address. */
function groupsOf(text: string): readonly string[] | undefined {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail] = halves;
  const groups = [...head, ...(tail ?? [])];
  if (halves.length > 2 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  if (tail === undefined) return groups.length === ipv6Groups ? groups : undefined;
  if (groups.length >= ipv6Groups) return undefined;
  return [...head, ...Array.from({ length: ipv6Groups - groups.length }, () => '0'), ...tail];
}

function parseAddress(text: string): Pick<AddressRange, 'bits' | 'size'> | undefined {
  if (ipv4.test(text)) return { bits: joined(text.split('.'), 10, 8n), size: 32 };
  const groups = groupsOf(text);
  return groups && { bits: joined(groups, 16, 16n), size: 128 };
}

function parseRange(text: string): AddressRange | undefined {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  const range = { ...parsed, prefix: prefix === undefined ? parsed.size : Number(prefix) };
  return range.prefix <= range.size ? range : undefined;
}

/** The first `prefix` bits of an address. */
const network = (bits: bigint, { size, prefix }: AddressRange): bigint => bits >> BigInt(size - prefix);

/**
 * Whether a text is an IP address, or a range of addresses in CIDR notation such as `192.0.2.0/24` or `2001:db8::/32`.
 * The bits after the prefix must be 0, so that a mistake in the prefix is noticed.
 */
export function isAddressRange(text: string): boolean {
  const range = parseRange(text);
  return range !== undefined && network(range.bits, range) << BigInt(range.size - range.prefix) === range.bits;
}

/** Whether one of the ranges contains an IP address. False if the text is no address. */
export function isInRanges(ranges: readonly string[], ipAddress: string): boolean {
  const address = parseAddress(ipAddress);
  if (address === undefined) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    return range?.size === address.size && network(address.bits, range) === network(range.bits, range);
  });
}
